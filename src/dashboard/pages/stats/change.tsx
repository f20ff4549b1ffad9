import type { FC } from 'hono/jsx';
import { exact, pointsText } from '../../../lib/number-text.js';
import { capitalized } from '../../../lib/text.js';

/** A percentage changes in points, because "4% of 46%" would be misread. */
const units = {
  percent: { text: (size: number) => `${exact(size)}%`, word: 'percent', digits: 1, signs: ['↑ ', '↓ '] },
  points: { text: pointsText, word: 'percentage points', digits: 10, signs: ['+', '−'] },
} as const;

export interface ChangeProps {
  /** Negative for a decrease. */
  readonly by: number;
  readonly unit?: keyof typeof units;
  /** Describes the comparison range. */
  readonly compared: string;
  /** The reason for showing no change. */
  readonly whyNot: string | undefined;
  /** Whether an increase is good or bad. A segment is neither, beside another one. */
  readonly meaning: 'more-is-better' | 'less-is-better' | 'none';
}

/** As in `+12%`, `−2 pts`, `0%`. Rounded. */
export function writeChange(by: number, unit: keyof typeof units = 'percent'): string {
  const { text, digits } = units[unit];
  const size = Math.round(Math.abs(by) * digits) / digits;
  return `${size === 0 ? '' : by > 0 ? '+' : '−'}${text(size)}`;
}

/** A dash when there is no change to show. */
export const Change: FC<ChangeProps> = ({ by, unit = 'percent', compared, whyNot, meaning }) => {
  if (whyNot !== undefined) return <Dash reason={whyNot} />;
  const { text, word, digits, signs } = units[unit];
  const size = Math.round(Math.abs(by) * digits) / digits;
  if (size === 0) {
    return (
      <span class="change">
        <span aria-hidden="true">{text(0)}</span>
        <span class="visually-hidden">{`, the same as in ${compared}`}</span>
      </span>
    );
  }
  const isGood = by > 0 === (meaning === 'more-is-better');
  const [verdict, look] =
    meaning === 'none' ? ['', ''] : isGood ? [', which is better', ' good'] : [', which is worse', ' bad'];
  const words = `, ${exact(size)} ${word} ${by > 0 ? 'more' : 'less'} than in ${compared}${verdict}`;
  return (
    <span class={`change${look}`} title={`${writeChange(by, unit)} vs. ${compared}`}>
      <span aria-hidden="true">{`${signs[by > 0 ? 0 : 1]}${text(size)}`}</span>
      <span class="visually-hidden">{words}</span>
    </span>
  );
};

/** Its title gives the reason. */
const Dash: FC<{ readonly reason: string }> = ({ reason }) => (
  <span class="change" title={capitalized(reason)}>
    <span aria-hidden="true">—</span>
    <span class="visually-hidden">{`, ${reason}`}</span>
  </span>
);

import type { FC } from 'hono/jsx';
import { type Text, t } from '../../../lib/language/translate.js';
import { exact, percent, pointsText } from '../../../lib/number-text.js';
import { capitalized } from '../../../lib/text.js';

/** A percentage changes in points, because "4% of 46%" would be misread. */
const units = {
  percent: {
    text: percent,
    words: (size: number) => t('{size} percent', { size: exact(size) }),
    digits: 1,
    signs: ['↑ ', '↓ '],
  },
  points: {
    text: pointsText,
    words: (size: number) => t('{size, plural, other {# percentage points}}', { size }),
    digits: 10,
    signs: ['+', '−'],
  },
} as const;

/** What screen readers read after the figure. */
const sentences = {
  more: {
    none: ', {change} more than in {compared}',
    good: ', {change} more than in {compared}, which is better',
    bad: ', {change} more than in {compared}, which is worse',
  },
  less: {
    none: ', {change} less than in {compared}',
    good: ', {change} less than in {compared}, which is better',
    bad: ', {change} less than in {compared}, which is worse',
  },
} as const satisfies Record<string, Record<string, Text>>;

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
  const { text, words, digits, signs } = units[unit];
  const size = Math.round(Math.abs(by) * digits) / digits;
  if (size === 0) {
    return (
      <span class="change">
        <span aria-hidden="true">{text(0)}</span>
        <span class="visually-hidden">{t(', the same as in {compared}', { compared })}</span>
      </span>
    );
  }
  const isGood = by > 0 === (meaning === 'more-is-better');
  const verdict = meaning === 'none' ? 'none' : isGood ? 'good' : 'bad';
  const sentence = sentences[by > 0 ? 'more' : 'less'][verdict];
  return (
    <span
      class={verdict === 'none' ? 'change' : `change ${verdict}`}
      title={t('{change} vs. {compared}', { change: writeChange(by, unit), compared })}
    >
      <span aria-hidden="true">{`${signs[by > 0 ? 0 : 1]}${text(size)}`}</span>
      <span class="visually-hidden">{t(sentence, { change: words(size), compared })}</span>
    </span>
  );
};

/** Its title gives the reason. */
const Dash: FC<{ readonly reason: string }> = ({ reason }) => (
  <span class="change" title={capitalized(reason)}>
    <span aria-hidden="true">—</span>
    <span class="visually-hidden">{t(', {reason}', { reason })}</span>
  </span>
);

import type { FC } from 'hono/jsx';
import { changeText, exact, rateText, wordFor } from '../../../lib/number-text.js';
import { Amount } from '../../ui/amounts.js';
import type { Column } from '../../ui/table.js';
import { type PageContext, whyNotCompared } from './page-context.js';
import type { ShownList } from './shown-lists.js';
import type { Conversions, ShownRow } from './shown-row.js';

/** A rate of fewer visitors is gray, because chance decides it. */
const MIN_RELIABLE_VISITORS = 30;

export const conversionsTitle = ({ repeatsConversions, column }: ShownList): string =>
  repeatsConversions
    ? `A conversion counts in each ${column.toLowerCase()} of its visit, so rows add up to more than the total.`
    : 'Events that match the goal';

export const CHANGE_TITLE = 'Change of conversions from the previous period';

/** The headings of a panel with a goal, after that of its names. */
export const conversionColumns = (shown: PageContext, list: ShownList): readonly Column[] => [
  { label: 'Visitors', class: 'of-visitors' },
  { label: 'Conv.', title: conversionsTitle(list) },
  { label: 'Rate', class: 'rate', title: 'Share of the visitors who converted' },
  ...(whyNotCompared(shown) === undefined ? [{ label: 'Change', title: CHANGE_TITLE }] : []),
];

interface Props {
  readonly shown: PageContext;
  readonly row: ShownRow;
  readonly conversions: Conversions;
}

/** In a panel's row. */
export const ConversionFigures: FC<Props> = ({ shown, row, conversions }) => (
  <>
    <span class="row-number of-visitors">
      <Amount value={row.value} />
      <span class="visually-hidden">{` ${wordFor(row.value, 'visitor')}, `}</span>
    </span>
    <span class="row-number">
      <Amount value={conversions.count} />
      <span class="visually-hidden">{` ${wordFor(conversions.count, 'conversion')}, `}</span>
    </span>
    <span class={isReliable(row) ? 'row-number rate' : 'row-number rate muted'}>{rateText(conversions.rate)}</span>
    {whyNotCompared(shown) === undefined && (
      <span class="row-number">
        <CountChange {...conversions} />
      </span>
    )}
  </>
);

export const isReliable = ({ now: { visitors } }: ShownRow): boolean => visitors >= MIN_RELIABLE_VISITORS;

/** As in `12 conversions, 3.2% of 375 visitors`. */
export const conversionsText = ({ value }: ShownRow, { count, rate }: Conversions): string =>
  `${exact(count)} ${wordFor(count, 'conversion')}, ${rateText(rate)} of ${exact(value)} ${wordFor(value, 'visitor')}`;

export const CountChange: FC<Pick<Conversions, 'count' | 'before'>> = ({ count, before }) => {
  if (before === undefined) return <span class="change">new</span>;
  const by = count - before;
  const title = `${exact(before)} in the previous period`;
  const direction = by === 0 ? '' : by > 0 ? ' good' : ' bad';
  return (
    <span class={`change${direction}`} title={title}>
      {changeText(by)}
    </span>
  );
};

import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { changeText, exact, rateText, wordFor } from '../../../lib/number-text.js';
import { Amount } from '../../ui/amounts.js';
import type { Column } from '../../ui/table.js';
import { comparedWith, type PageContext, whyRowsNotCompared } from './page-context.js';
import type { ShownList } from './shown-lists.js';
import type { Conversions, ShownRow } from './shown-row.js';

/** A rate of fewer visitors is gray, because chance decides it. */
const MIN_RELIABLE_VISITORS = 30;

export const conversionsTitle = ({ repeatsConversions, column }: ShownList): string =>
  repeatsConversions
    ? `A conversion counts in each ${column.toLowerCase()} of its visit, so rows add up to more than the total.`
    : 'Events that match the goal';

export const changeTitle = (shown: PageContext): string =>
  `Change of conversions from ${comparedWith(shown, shown.comparison?.days !== undefined)}`;

/** The headings of a panel with a goal, after that of its names. */
export const conversionColumns = (shown: PageContext, list: ShownList): readonly Column[] => [
  { label: 'Visitors', class: 'of-visitors' },
  { label: 'Conv.', title: conversionsTitle(list) },
  { label: 'Rate', class: 'rate', title: 'Share of the visitors who converted' },
  ...(whyRowsNotCompared(shown) === undefined ? [{ label: 'Change', title: changeTitle(shown) }] : []),
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
    {whyRowsNotCompared(shown) === undefined && (
      <span class="row-number">
        <CountChange shown={shown} {...conversions} />
      </span>
    )}
  </>
);

export const isReliable = ({ now: { visitors } }: ShownRow): boolean => visitors >= MIN_RELIABLE_VISITORS;

/** As in `12 conversions, 3.2% of 375 visitors`. */
export const conversionsText = ({ value }: ShownRow, { count, rate }: Conversions): string =>
  `${exact(count)} ${wordFor(count, 'conversion')}, ${rateText(rate)} of ${exact(value)} ${wordFor(value, 'visitor')}`;

type CountChangeProps = Pick<Conversions, 'count' | 'before'> & { readonly shown: PageContext };

export const CountChange: FC<CountChangeProps> = ({ shown: { comparison }, count, before }) => {
  if (before === undefined) return <span class="change">{t('new')}</span>;
  // Means a day, where ranges of different lengths are compared.
  const days = comparison?.days;
  const by = days === undefined ? count - before : count / (days.now || 1) - before / days.before;
  const text = changeText(by, days === undefined ? 0 : 1);
  const direction = /^[+−]/.test(text) ? (by > 0 ? ' good' : ' bad') : '';
  return (
    <span class={`change${direction}`} title={`${exact(before)} in ${comparison?.name}`}>
      {text}
    </span>
  );
};

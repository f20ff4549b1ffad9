import type { FC } from 'hono/jsx';
import { changeText, exact, rateText, wordFor } from '../../../lib/number-text.js';
import { Amount } from '../../ui/amounts.js';
import { AmountCell, type Column } from '../../ui/table.js';
import { type PageContext, whyNotCompared } from './page-context.js';
import type { ShownList } from './shown-lists.js';
import type { Conversions, ShownRow } from './shown-row.js';

/** A rate of fewer visitors is gray, because chance decides it. */
const MIN_RELIABLE_VISITORS = 30;

/** The headings of a list with a goal, after that of its names. Panels have shorter ones. */
export function conversionColumns(shown: PageContext, list: ShownList, isPanel = false): readonly Column[] {
  const title = list.repeatsConversions
    ? `A conversion counts in each ${list.column.toLowerCase()} of its visit, so rows add up to more than the total.`
    : 'Events that match the goal';
  return [
    { label: 'Visitors', isNumber: true, class: 'number of-visitors' },
    { label: isPanel ? 'Conv.' : <ShortOnPhones short="Conv.">Conversions</ShortOnPhones>, isNumber: true, title },
    { label: 'Rate', isNumber: true, class: 'number rate', title: 'Share of the visitors who converted' },
    ...(whyNotCompared(shown) === undefined
      ? [{ label: 'Change', isNumber: true, title: 'Change of conversions from the previous period' }]
      : []),
  ];
}

const ShortOnPhones: FC<{ readonly short: string; readonly children: string }> = ({ short, children }) => (
  <>
    <span class="wide-only">{children}</span>
    <span class="narrow-only" aria-hidden="true">
      {short}
    </span>
  </>
);

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
    <span class={`row-number ${rateClass(row)}`}>{rateText(conversions.rate)}</span>
    {whyNotCompared(shown) === undefined && (
      <span class="row-number">
        <CountChange {...conversions} />
      </span>
    )}
  </>
);

/** In a row of a whole list. */
export const ConversionCells: FC<Props> = ({ shown, row, conversions }) => (
  <>
    <td class="number of-visitors">
      <Amount value={row.value} />
    </td>
    <AmountCell value={conversions.count} />
    <td class={`number ${rateClass(row)}`}>{rateText(conversions.rate)}</td>
    {whyNotCompared(shown) === undefined && (
      <td class="number">
        <CountChange {...conversions} />
      </td>
    )}
  </>
);

const rateClass = ({ value }: ShownRow): string => (value < MIN_RELIABLE_VISITORS ? 'rate muted' : 'rate');

/** As in `12 conversions, 3.2% of 375 visitors`. */
export const conversionsText = ({ value }: ShownRow, { count, rate }: Conversions): string =>
  `${exact(count)} ${wordFor(count, 'conversion')}, ${rateText(rate)} of ${exact(value)} ${wordFor(value, 'visitor')}`;

const CountChange: FC<Conversions> = ({ count, before }) => {
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

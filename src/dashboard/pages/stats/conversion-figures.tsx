import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { changeText, exact, rateText } from '../../../lib/number-text.js';
import { Amount } from '../../ui/amounts.js';
import { hiddenBeforeNext, rich } from '../../ui/rich.js';
import type { Column } from '../../ui/table.js';
import { comparedWith, type PageContext, whyRowsNotCompared } from './page-context.js';
import type { ShownList } from './shown-lists.js';
import type { Conversions, ShownRow } from './shown-row.js';

/** A rate of fewer visitors is gray, because chance decides it. */
const MIN_RELIABLE_VISITORS = 30;

export const conversionsTitle = ({ repeatsConversions }: ShownList): string =>
  repeatsConversions
    ? t('A conversion counts in each row that its visit has, so rows add up to more than the total.')
    : t('Events that match the goal');

export const changeTitle = (shown: PageContext): string =>
  t('Change of conversions from {compared}', {
    compared: comparedWith(shown, shown.comparison?.days !== undefined),
  });

/** The headings of a panel with a goal, after that of its names. */
export const conversionColumns = (shown: PageContext, list: ShownList): readonly Column[] => [
  { label: t('Visitors'), class: 'of-visitors' },
  { label: t('Conv.'), title: conversionsTitle(list) },
  { label: t('Rate'), class: 'rate', title: t('Share of the visitors who converted') },
  ...(whyRowsNotCompared(shown) === undefined ? [{ label: t('Change'), title: changeTitle(shown) }] : []),
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
      {rich('{count, plural, one {{amount}<hidden> visitor,</hidden>} other {{amount}<hidden> visitors,</hidden>}}', {
        count: row.value,
        amount: <Amount value={row.value} />,
        hidden: hiddenBeforeNext,
      })}
    </span>
    <span class="row-number">
      {rich(
        '{count, plural, one {{amount}<hidden> conversion,</hidden>} other {{amount}<hidden> conversions,</hidden>}}',
        { count: conversions.count, amount: <Amount value={conversions.count} />, hidden: hiddenBeforeNext },
      )}
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
  t(
    '{count, plural, one {# conversion} other {# conversions}}, {rate} of {visitors, plural, one {# visitor} other {# visitors}}',
    { count, rate: rateText(rate), visitors: value },
  );

type CountChangeProps = Pick<Conversions, 'count' | 'before'> & { readonly shown: PageContext };

export const CountChange: FC<CountChangeProps> = ({ shown: { comparison }, count, before }) => {
  if (before === undefined) return <span class="change">{t('new')}</span>;
  // Means a day, where ranges of different lengths are compared.
  const days = comparison?.days;
  const by = days === undefined ? count - before : count / (days.now || 1) - before / days.before;
  const text = changeText(by, days === undefined ? 0 : 1);
  const direction = /^[+−]/.test(text) ? (by > 0 ? ' good' : ' bad') : '';
  return (
    <span
      class={`change${direction}`}
      title={t('{count} in {compared}', { count: exact(before), compared: comparison?.name ?? '' })}
    >
      {text}
    </span>
  );
};

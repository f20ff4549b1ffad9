import type { FC } from 'hono/jsx';
import { type Text, t } from '../../../lib/language/translate.js';
import { changeText, exact, rateText } from '../../../lib/number-text.js';
import { type MetricName, metricValue } from '../../../stats/metrics.js';
import type { List } from '../../../stats/reports/list.js';
import { Amount } from '../../ui/amounts.js';
import { hiddenBeforeNext, rich } from '../../ui/rich.js';
import type { Column } from '../../ui/table.js';
import { writeChange } from './change.js';
import { repeatsConversions } from './goal-columns.js';
import { comparedWith, type PageContext, whyRowsNotCompared } from './page-context.js';
import { type ShownRow, valueBefore } from './shown-row.js';

/** A rate of fewer visitors is gray, because chance decides it. */
const MIN_RELIABLE_VISITORS = 30;

export const conversionsTitle = (list: List): string =>
  repeatsConversions(list)
    ? t('A conversion counts in each row that its visit has, so rows add up to more than the total.')
    : t('Events that match the goal');

const changeTitles: Partial<Record<MetricName, Text>> = {
  visitors: 'Change of visitors from {compared}',
  clicks: 'Change of clicks from {compared}',
  conversions: 'Change of conversions from {compared}',
};

export const changeTitle = (shown: PageContext, metric: MetricName): string =>
  t(changeTitles[metric]!, { compared: comparedWith(shown, shown.comparison?.days !== undefined) });

/** The headings of a panel with a goal, after that of its names. */
export const conversionColumns = (shown: PageContext, list: List): readonly Column[] => [
  { label: t('Visitors'), class: 'of-visitors' },
  { label: t('Conv.'), title: conversionsTitle(list) },
  { label: t('Rate'), class: 'rate', title: t('Share of the visitors who converted') },
  ...(whyRowsNotCompared(shown) === undefined
    ? [{ label: t('Change'), title: changeTitle(shown, 'conversions') }]
    : []),
];

interface Props {
  readonly shown: PageContext;
  readonly row: ShownRow;
}

/** In a panel's row. */
export const ConversionFigures: FC<Props> = ({ shown, row, row: { now } }) => (
  <>
    <span class="row-number of-visitors">
      {rich('{count, plural, one {{amount}<hidden> visitor,</hidden>} other {{amount}<hidden> visitors,</hidden>}}', {
        count: now.visitors,
        amount: <Amount value={now.visitors} />,
        hidden: hiddenBeforeNext,
      })}
    </span>
    <span class="row-number">
      {rich(
        '{count, plural, one {{amount}<hidden> conversion,</hidden>} other {{amount}<hidden> conversions,</hidden>}}',
        { count: now.conversions, amount: <Amount value={now.conversions} />, hidden: hiddenBeforeNext },
      )}
    </span>
    <span class={isReliable(row) ? 'row-number rate' : 'row-number rate muted'}>{rateText(conversionRate(row))}</span>
    {whyRowsNotCompared(shown) === undefined && (
      <span class="row-number">
        <CountChange shown={shown} count={now.conversions} before={valueBefore('conversions', row)} />
      </span>
    )}
  </>
);

export const isReliable = ({ now: { visitors } }: ShownRow): boolean => visitors >= MIN_RELIABLE_VISITORS;

export const conversionRate = ({ now }: ShownRow): number => metricValue('goalConversionRate', now);

interface CountChangeProps {
  readonly shown: PageContext;
  readonly count: number;
  /** In the comparison range; undefined for a row that did not exist in it. */
  readonly before: number | undefined;
  /** Whether there is room for the change in percent, too. */
  readonly isWide?: true;
}

export const CountChange: FC<CountChangeProps> = ({ shown: { comparison }, count, before, isWide }) => {
  if (before === undefined) return <span class="change">{t('new')}</span>;
  // Means a day, where ranges of different lengths are compared.
  const days = comparison?.days;
  const earlier = days === undefined ? before : before / days.before;
  const by = (days === undefined ? count : count / (days.now || 1)) - earlier;
  const text = changeText(by, days === undefined ? 0 : 1);
  const direction = /^[+−]/.test(text) ? (by > 0 ? ' good' : ' bad') : '';
  return (
    <>
      <span
        class={`change${direction}`}
        title={t('{count} in {compared}', { count: exact(before), compared: comparison?.name ?? '' })}
      >
        {text}
      </span>
      {isWide && earlier > 0 && <span class="muted small detail"> {writeChange((by / earlier) * 100)}</span>}
    </>
  );
};

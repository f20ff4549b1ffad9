import type { Child, FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { moneyText, shortMoney } from '../../../lib/number-text.js';
import { findMetric, isOfNothing, metricChange, metrics, metricValue } from '../../../stats/metrics.js';
import type { Row } from '../../../stats/query.js';
import { Amount } from '../../ui/amounts.js';
import { viewAddress } from './base-path.js';
import { Change, type ChangeProps } from './change.js';
import { type ChartMetric, canCompare, findFormat, metricLabel, tileMetrics } from './chart-metrics.js';
import { comparedWith, type PageContext, whyNotCompared } from './page-context.js';
import type { Revenue } from './read-revenue.js';
import { withMetric } from './view.js';

interface NumbersProps {
  readonly shown: PageContext;
  readonly totals: Row;
}

/** The metrics that have a tile, with their changes; each links to its chart. Revenue has none. */
export const Numbers: FC<NumbersProps & { readonly revenue: readonly Revenue[] }> = ({ shown, totals, revenue }) => (
  <ul class="numbers">
    {tileMetrics(shown).map((metric) => (
      <MetricTile {...{ shown, totals, metric }} />
    ))}
    {revenue.length > 0 && <RevenueTile shown={shown} revenue={revenue} />}
  </ul>
);

const MetricTile: FC<NumbersProps & { readonly metric: ChartMetric }> = ({ shown, totals, metric }) => {
  const { now, before } = totals;
  const { unit, isBetterLow } = findMetric(metric);
  const { full, tile = full } = findFormat(metric);
  const [value, earlier] = [metricValue(metric, now), metricValue(metric, before)];
  const days = unit === 'count' ? shown.comparison?.days : undefined;
  const change: Pick<ChangeProps, 'by' | 'unit'> =
    unit === 'share'
      ? { by: (value - earlier) * 100, unit: 'points' }
      : { by: days === undefined ? metricChange(metric, now, before) : sumChange(value, earlier, days) };
  const isUnknown = isOfNothing(metric, now);
  return (
    <Tile shown={shown} metric={metric}>
      {unit === 'count' ? <Amount value={value} /> : <span>{isUnknown ? '—' : tile(value)}</span>}
      {shown.comparison && (
        <Change
          {...change}
          compared={comparedWith(shown, days !== undefined)}
          whyNot={isUnknown ? whatIsMissing(metric) : whyNot(shown, totals, metric)}
          meaning={shown.comparison.segment ? 'none' : isBetterLow ? 'less-is-better' : 'more-is-better'}
        />
      )}
    </Tile>
  );
};

/** In percent; of the means a day, where ranges of different lengths are compared. */
function sumChange(now: number, before: number, days = { now: 1, before: 1 }): number {
  const [later, earlier] = [days.now > 0 ? now / days.now : 0, before / days.before];
  if (earlier > 0) return (later / earlier - 1) * 100;
  return later > 0 ? 100 : 0;
}

/** Currencies are never added up: the first one is shown, and the title has all of them. */
const RevenueTile: FC<{ readonly shown: PageContext; readonly revenue: readonly Revenue[] }> = ({ shown, revenue }) => {
  const [first, ...others] = revenue;
  if (first === undefined) return null;
  const { currency, now, before } = first;
  const { comparison } = shown;
  const all = revenue.map((each) => moneyText(each.now, each.currency)).join(', ');
  return (
    <li class="tile">
      <div class="tile-link" title={all}>
        <span class="muted small one-line tile-label">{t('Revenue')}</span>
        <span class="tile-value">{shortMoney(now, currency)}</span>
        {others.length > 0 ? (
          <span class="change">{describeOthers(others)}</span>
        ) : (
          comparison && (
            <Change
              by={sumChange(now, before, comparison.days)}
              compared={comparedWith(shown, comparison.days !== undefined)}
              whyNot={
                whyNotCompared(shown) ??
                (before > 0 ? undefined : t('no revenue in {period}', { period: comparison.name }))
              }
              meaning={comparison.segment ? 'none' : 'more-is-better'}
            />
          )
        )}
      </div>
    </li>
  );
};

/** At least one. */
const describeOthers = ([first, ...more]: readonly Revenue[]): string =>
  more.length === 0
    ? t('and {currency}', { currency: first?.currency ?? '' })
    : t('and {count} currencies', { count: more.length + 1 });

/** The reason for showing no change; undefined if there is one. */
function whyNot(shown: PageContext, { before }: Row, metric: ChartMetric): string | undefined {
  const reason = whyNotCompared(shown);
  if (reason !== undefined) return reason;
  const period = shown.comparison?.name ?? '';
  if (!canCompare(shown, metric)) return t('counted differently in {segment}', { segment: period });
  if (before.visitors === 0) return t('no visitors in {period}', { period });
  if (!isOfNothing(metric, before)) return undefined;
  return isOfVisits(metric) ? t('no visits in {period}', { period }) : t('no visitors in {period}', { period });
}

const whatIsMissing = (metric: ChartMetric): string => (isOfVisits(metric) ? t('no visits') : t('no visitors'));

const isOfVisits = (metric: ChartMetric): boolean => findMetric(metric).per === 'sessions';

interface TileProps {
  readonly shown: PageContext;
  readonly metric: ChartMetric;
  readonly children: [Child, Child];
}

/** Links to the figure's chart. Its definition is shown on pointer and focus. */
const Tile: FC<TileProps> = ({ shown: { place, view }, metric, children }) => {
  const definition = t(metrics[metric].definition);
  return (
    <li class="tile">
      <a
        class="tile-link"
        href={viewAddress(place, withMetric(view, metric))}
        aria-current={view.metric === metric ? 'true' : undefined}
        aria-description={definition}
        data-tip={definition}
      >
        <span class="muted small one-line tile-label">{metricLabel(metric)}</span>
        <span class="tile-value">{children[0]}</span>
        {children[1]}
      </a>
    </li>
  );
};

import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { percent } from '../../../lib/number-text.js';
import { isOfNothing, metrics, metricValue } from '../../../stats/metrics.js';
import type { Row } from '../../../stats/query.js';
import { viewAddress } from './base-path.js';
import { type ChartMetric, findFormat, metricLabel, otherMetrics } from './chart-metrics.js';
import { hasEarlierEvents, type PageContext } from './page-context.js';
import { withMetric } from './view.js';

interface Props {
  readonly shown: PageContext;
  readonly totals: Row;
}

/** The metrics that have no tile, with their values. Each links to its chart. */
export const OtherMetrics: FC<Props> = ({ shown, totals }) => {
  const { place, view } = shown;
  const others = otherMetrics(shown);
  if (others.length === 0) return null;
  return (
    <details class="menu chart-menu other-metrics">
      <summary class="muted small">
        {others.includes(view.metric) ? metricLabel(view.metric) : t('More metrics')} <span aria-hidden="true">▾</span>
      </summary>
      <div class="menu-content">
        {others.map((metric) => {
          const definition = t(metrics[metric].definition);
          return (
            <a
              class="metric-link"
              href={viewAddress(place, withMetric(view, metric))}
              aria-current={metric === view.metric ? 'true' : undefined}
              aria-description={definition}
              title={definition}
            >
              <span class="metric-label">{metricLabel(metric)}</span>{' '}
              <span class="metric-value">{write(metric, shown, totals)}</span>
            </a>
          );
        })}
      </div>
    </details>
  );
};

/** Returning visitors are from before the range. A range that begins with the website has none. */
function write(metric: ChartMetric, shown: PageContext, { now }: Row): string {
  if (metric === 'returningVisitors' && !hasEarlierEvents(shown)) return t('no earlier data');
  if (isOfNothing(metric, now)) return '—';
  const { full, tile = full } = findFormat(metric);
  const text = tile(metricValue(metric, now));
  return metric === 'returningVisitors' && now.visitors > 0
    ? `${text} (${percent(metricValue('returningVisitorRate', now) * 100)})`
    : text;
}

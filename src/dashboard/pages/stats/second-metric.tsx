import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { valueAxis } from '../../ui/charts/axis.js';
import type { ChartLines } from '../../ui/charts/line-chart.js';
import { viewAddress } from './base-path.js';
import { type ChartMetric, findFormat, metricLabel, metricsFor } from './chart-metrics.js';
import type { PageContext } from './page-context.js';
import type { ChartFigures } from './read-chart.js';

/** A second line of the chart. */
export interface SecondLine {
  readonly label: string;
  readonly texts: readonly (string | undefined)[];
  /** On the scale of the first line. */
  readonly heights: readonly (number | undefined)[];
  readonly axis: NonNullable<ChartLines['secondAxis']>;
}

/** Both lines have zero at the bottom, and their own top. */
export function scaleSecond(
  { metric, points }: ChartFigures,
  { metric: name, values }: NonNullable<ChartFigures['second']>,
): SecondLine {
  const [{ height }, { height: secondHeight, short, full }] = [findFormat(metric), findFormat(name)];
  const heights = values.map((value) => value && secondHeight(value));
  const most = (all: readonly (number | undefined)[]) => Math.max(0, ...all.map((each) => each ?? 0));
  const { top } = valueAxis(most(points.map(({ value }) => value && height(value))));
  const axis = valueAxis(most(heights));
  return {
    label: metricLabel(name),
    texts: values.map((value) => (value === undefined ? undefined : full(value))),
    heights: heights.map((each) => each && (each * top) / axis.top),
    axis: { ...axis, write: short },
  };
}

/** Chooses a second metric, which replaces the comparison in the chart. */
export const SecondMetricMenu: FC<{ readonly shown: PageContext }> = ({ shown }) => {
  const { place, view } = shown;
  const toAddress = (secondMetric: ChartMetric | undefined) => viewAddress(place, { ...view, secondMetric });
  return (
    <details class="menu chart-menu">
      <summary class="muted small">
        {t('Second metric')} <span aria-hidden="true">▾</span>
      </summary>
      <div class="menu-content">
        {shown.comparison && <p class="muted small menu-hint">{t('Replaces the comparison in the chart.')}</p>}
        {metricsFor(shown)
          .filter((metric) => metric !== view.metric)
          .map((metric) => (
            <a href={toAddress(metric)} aria-current={metric === view.secondMetric ? 'true' : undefined}>
              {metricLabel(metric)}
            </a>
          ))}
        {view.secondMetric !== undefined && (
          <a class="menu-more" href={toAddress(undefined)}>
            {t('Remove')}
          </a>
        )}
      </div>
    </details>
  );
};

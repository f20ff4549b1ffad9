import type { FC } from 'hono/jsx';
import { timeTicks } from '../charts/axis.js';
import { LineChart } from '../charts/line-chart.js';
import { exact, shortened } from './amounts.js';
import { viewAddress } from './base-path.js';
import { bucketNames } from './dates.js';
import type { PageContext } from './page-context.js';
import { type ChartFigures, hasHours } from './read-chart.js';
import type { ChartMetric, Interval } from './view.js';

const metricNames: Readonly<Record<ChartMetric, string>> = { visitors: 'Visitors', pageviews: 'Pageviews' };
const intervalNames: Readonly<Record<Interval, string>> = { hour: 'Hours', day: 'Days' };

/** Renders the chart with its legend, the choice between hours and days, and its table, which the tooltip reads. */
export const ChartCard: FC<{ readonly shown: PageContext; readonly chart: ChartFigures }> = ({ shown, chart }) => {
  const { view } = shown;
  const { points } = chart;
  const metric = metricNames[view.metric];
  const bucketName = bucketNames(points.flatMap(({ label, previousLabel = label }) => [label, previousLabel]));
  return (
    <figure class="chart" aria-label={`${metric} by ${chart.interval}`}>
      <div class="chart-head">
        <ul class="chart-key">
          <li class="key-current">{`${shown.range.span} (${shown.website.timezone})`}</li>
          <li class="key-previous">Previous period</li>
        </ul>
        {hasHours(shown.range) && <Intervals shown={shown} chosen={chart.interval} />}
      </div>
      <LineChart
        current={points.map((point) => point[view.metric])}
        previous={points.map(({ previous }) => previous?.[view.metric])}
        running={chart.running}
        ticks={timeTicks(points.map(({ label }) => label))}
        write={shortened}
        label={summarize(chart, view.metric, bucketName)}
      />
      <div class="chart-reader" data-keep />
      <ChartTable chart={chart} metric={view.metric} bucketName={bucketName} />
    </figure>
  );
};

const Intervals: FC<{ readonly shown: PageContext; readonly chosen: Interval }> = ({
  shown: { place, view },
  chosen,
}) => (
  <ul class="segments" aria-label="Interval">
    {(['hour', 'day'] as const).map((interval) => (
      <li>
        <a href={viewAddress(place, { ...view, interval })} aria-current={interval === chosen ? 'true' : undefined}>
          {intervalNames[interval]}
        </a>
      </li>
    ))}
  </ul>
);

interface TableProps {
  readonly chart: ChartFigures;
  readonly metric: ChartMetric;
  /** Returns the name of a bucket by its label. */
  readonly bucketName: (label: string) => string;
}

const ChartTable: FC<TableProps> = ({ chart, metric, bucketName }) => (
  <details class="chart-table">
    <summary>View as table</summary>
    <section class="scrolling" tabindex={0} aria-label="Chart data">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{chart.interval === 'day' ? 'Day' : 'Hour'}</th>
            <th scope="col" class="number">
              {metricNames[metric]}
            </th>
            <th scope="col" class="number">
              Previous
            </th>
          </tr>
        </thead>
        <tbody>
          {chart.points.map((point, index) => (
            <tr>
              <th scope="row">
                {bucketName(point.label)}
                {index === chart.running && ' (so far)'}
              </th>
              <td class="number">{point[metric] === undefined ? '' : exact(point[metric])}</td>
              <td class="number" title={point.previousLabel && bucketName(point.previousLabel)}>
                {point.previous && exact(point.previous[metric])}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </details>
);

function summarize(
  { points, interval }: ChartFigures,
  metric: ChartMetric,
  bucketName: TableProps['bucketName'],
): string {
  const highest = points.reduce<ChartFigures['points'][number] | undefined>(
    (best, point) => ((point[metric] ?? 0) > (best?.[metric] ?? 0) ? point : best),
    undefined,
  );
  const title = `Line chart of ${metric} by ${interval}, compared with the previous period`;
  if (highest === undefined) return `${title}. No data.`;
  return `${title}. Peak: ${exact(highest[metric] ?? 0)} on ${bucketName(highest.label)}.`;
}

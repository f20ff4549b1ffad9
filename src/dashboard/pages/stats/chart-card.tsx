import type { FC } from 'hono/jsx';
import { dateSpan } from '../../../lib/date-text.js';
import { t } from '../../../lib/language/translate.js';
import { findMetric } from '../../../stats/metrics.js';
import type { Row } from '../../../stats/query.js';
import { assetUrl } from '../../assets.js';
import { timeTicks } from '../../ui/charts/axis.js';
import { type ChartMark, LineChart } from '../../ui/charts/line-chart.js';
import { bucketNames, type Interval } from '../../ui/dates.js';
import { Table } from '../../ui/table.js';
import { viewAddress } from './base-path.js';
import { writeChange } from './change.js';
import { findFormat } from './chart-metrics.js';
import { type ShownComparison, withSpan } from './comparison-choice.js';
import { fileName } from './csv.js';
import { OtherMetrics } from './other-metrics.js';
import type { PageContext } from './page-context.js';
import { countDays } from './range-choice.js';
import { type ChartFigures, type ChartPoint, type ComparedBucket, intervalsFor } from './read-chart.js';
import { type SecondLine, SecondMetricMenu, scaleSecond } from './second-metric.js';
import { defaultView } from './view.js';

const intervalNames: Readonly<Record<Interval, readonly [many: string, one: string]>> = {
  hour: ['Hours', 'Hour'],
  day: ['Days', 'Day'],
  week: ['Weeks', 'Week'],
  month: ['Months', 'Month'],
};

interface Props {
  readonly shown: PageContext;
  readonly totals: Row;
  readonly chart: ChartFigures;
  /** Of notes. */
  readonly marks: readonly ChartMark[] | undefined;
}

/** With legend, intervals, and a table, which the tooltip reads. */
export const ChartCard: FC<Props> = ({ shown, totals, chart, marks }) => {
  const { points, interval } = chart;
  const { label } = findMetric(chart.metric);
  const format = findFormat(chart.metric);
  const labels = points.flatMap(({ label, compared }) => [label, compared?.label ?? label]);
  const bucketName = bucketNames(labels, interval);
  const second = chart.second && scaleSecond(chart, chart.second);
  const hasCompared = points.some(({ compared }) => compared !== undefined);
  const comparison = hasCompared ? shown.comparison : undefined;
  return (
    <figure
      class="chart"
      aria-label={`${second === undefined ? label : `${label} and ${second.label.toLowerCase()}`} by ${interval}`}
      data-file={fileName(shown.website.domain, shown.chartRange.days, 'chart')}
      data-script={assetUrl('chart-image.js')}
    >
      <div class="row chart-head">
        <ul class="muted small chart-key">
          <li class="key-current">
            {`${second === undefined ? '' : `${label}, `}${shown.chartRange.span} (${shown.website.timezone})`}
          </li>
          {comparison && <li class="key-previous">{withSpan(comparison)}</li>}
          {second && <li class="key-previous">{second.label}</li>}
        </ul>
        <div class="row">
          <OtherMetrics shown={shown} totals={totals} />
          <SecondMetricMenu shown={shown} />
          <Intervals shown={shown} chosen={interval} />
        </div>
      </div>
      <LineChart
        current={points.map(({ value }) => value && format.height(value))}
        previous={second?.heights ?? points.map(({ compared }) => compared && format.height(compared.value))}
        secondAxis={second?.axis}
        running={chart.running}
        ticks={timeTicks(points.map(({ label }) => label))}
        marks={marks}
        write={format.short}
        label={summarize({ chart, bucketName, comparison, second })}
      />
      <div class="chart-reader" data-keep />
      <ZoomLink shown={shown} />
      <div class="chart-image" data-keep />
      <ChartTable {...{ chart, bucketName, comparison, second }} />
    </figure>
  );
};

/** Nothing for a single interval. */
const Intervals: FC<{ readonly shown: PageContext; readonly chosen: Interval }> = ({
  shown: { place, view, chartRange },
  chosen,
}) => {
  const possible = intervalsFor(chartRange);
  if (possible.length === 1) return null;
  return (
    <ul class="segments" aria-label={t('Interval')}>
      {possible.map((interval) => (
        <li>
          <a href={viewAddress(place, { ...view, interval })} aria-current={interval === chosen ? 'true' : undefined}>
            {intervalNames[interval][0]}
          </a>
        </li>
      ))}
    </ul>
  );
};

/** The script completes it with the days that are selected in the chart, and follows it. */
const ZoomLink: FC<{ readonly shown: PageContext }> = ({ shown: { place, view, chartRange } }) =>
  countDays(chartRange) === 1 || place.oneView?.keepsDates ? null : (
    <a
      class="zoom-link"
      href={viewAddress(place, { ...view, range: defaultView.range, interval: undefined })}
      data-last={chartRange.days.to}
      hidden
    >
      {t('Zoom in')}
    </a>
  );

interface TableProps {
  readonly chart: ChartFigures;
  readonly bucketName: (label: string) => string;
  /** Undefined where no bucket has one. */
  readonly comparison: ShownComparison | undefined;
  readonly second: SecondLine | undefined;
}

const ChartTable: FC<TableProps> = ({ chart, bucketName, comparison, second }) => {
  const { full, height } = findFormat(chart.metric);
  return (
    <details class="muted small chart-table">
      <summary>{t('View as table')}</summary>
      <section class="scrolling" tabindex={0} aria-label={t('Chart data')}>
        <Table
          columns={[
            { label: intervalNames[chart.interval][1] },
            { label: findMetric(chart.metric).label, isNumber: true },
            ...(second ? [{ label: second.label, isNumber: true }] : []),
            ...(comparison
              ? [
                  { label: comparison.label, isNumber: true },
                  { label: 'Change', isNumber: true },
                ]
              : []),
          ]}
        >
          {chart.points.map((point, index) => (
            <tr>
              <th scope="row" data-day={point.label.slice(0, 10)}>
                {bucketName(point.label)}
                {index === chart.running && ' (so far)'}
              </th>
              <td class="number" data-height={point.value && height(point.value)}>
                {point.value !== undefined && full(point.value)}
              </td>
              {second && (
                <td class="number" title={second.label} data-height={second.heights[index]}>
                  {second.texts[index]}
                </td>
              )}
              {comparison && (
                <>
                  <td
                    class="number"
                    title={
                      point.compared &&
                      (comparison.segment?.name ?? nameCompared(point.compared, chart.interval, bucketName))
                    }
                    data-height={point.compared && height(point.compared.value)}
                  >
                    {point.compared && full(point.compared.value)}
                  </td>
                  <td class="number">{index !== chart.running && bucketChange(chart, point)}</td>
                </>
              )}
            </tr>
          ))}
        </Table>
      </section>
    </details>
  );
};

/** Undefined where there is nothing to compare with. */
function bucketChange({ metric }: ChartFigures, { value, compared }: ChartPoint): string | undefined {
  if (value === undefined || compared === undefined || !compared.isComparable) return undefined;
  const { value: previous } = compared;
  if (findMetric(metric).unit === 'share') return writeChange((value - previous) * 100, 'points');
  return previous === 0 ? undefined : writeChange((value / previous - 1) * 100);
}

/** By its days, unless it is one day or hour: weeks and months are compared with as many days. */
function nameCompared({ label, lastDay }: ComparedBucket, interval: Interval, bucketName: (label: string) => string) {
  const isNamed = interval === 'hour' || (interval === 'day' && label === lastDay);
  return isNamed ? bucketName(label) : dateSpan({ from: label, to: lastDay });
}

function summarize({ chart: { points, interval, metric }, bucketName, comparison, second }: TableProps): string {
  const highest = points.reduce<ChartFigures['points'][number] | undefined>(
    (best, point) => ((point.value ?? 0) > (best?.value ?? 0) ? point : best),
    undefined,
  );
  const compared = comparison === undefined ? '' : `, compared with ${comparison.name}`;
  const names = [findMetric(metric), ...(second ? [second] : [])].map(({ label }) => label.toLowerCase()).join(' and ');
  const title = `Line chart of ${names} by ${interval}${compared}`;
  if (highest === undefined) return `${title}. No data.`;
  return `${title}. Peak: ${findFormat(metric).full(highest.value ?? 0)} on ${bucketName(highest.label)}.`;
}

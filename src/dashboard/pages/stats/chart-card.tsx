import type { FC } from 'hono/jsx';
import { dateSpan } from '../../../lib/date-text.js';
import { type Text, t } from '../../../lib/language/translate.js';
import { findMetric } from '../../../stats/metrics.js';
import type { Row } from '../../../stats/query.js';
import { assetUrl } from '../../assets.js';
import { timeTicks } from '../../ui/charts/axis.js';
import { type ChartMark, LineChart } from '../../ui/charts/line-chart.js';
import { ChoiceBar } from '../../ui/choice-bar.js';
import { bucketNames, type Interval } from '../../ui/dates.js';
import { Table } from '../../ui/table.js';
import { CHART, viewAddress } from './base-path.js';
import { writeChange } from './change.js';
import { findFormat, metricInSentence, metricLabel } from './chart-metrics.js';
import { type ShownComparison, withSpan } from './comparison-choice.js';
import { fileName } from './csv.js';
import { OtherMetrics } from './other-metrics.js';
import type { PageContext } from './page-context.js';
import { countDays } from './range-choice.js';
import { type ChartFigures, type ChartPoint, type ComparedBucket, intervalsFor } from './read-chart.js';
import { type SecondLine, SecondMetricMenu, scaleSecond } from './second-metric.js';
import { defaultView } from './view.js';
import { chartSqlAddress } from './view-sql.js';

const intervalNames: Readonly<Record<Interval, readonly [many: Text, one: Text]>> = {
  hour: ['Hours', 'Hour'],
  day: ['Days', 'Day'],
  week: ['Weeks', 'Week'],
  month: ['Months', 'Month'],
};

const chartTitles: Readonly<Record<Interval, Text>> = {
  hour: '{metric} by hour',
  day: '{metric} by day',
  week: '{metric} by week',
  month: '{metric} by month',
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
  const label = metricLabel(chart.metric);
  const { span } = shown.chartRange;
  const { timezone } = shown.website;
  const format = findFormat(chart.metric);
  const labels = points.flatMap(({ label, compared }) => [label, compared?.label ?? label]);
  const bucketName = bucketNames(labels, interval);
  const second = chart.second && scaleSecond(chart, chart.second);
  const sqlHref = chartSqlAddress(shown) && viewAddress(shown.place, shown.view, { list: CHART, as: 'sql' });
  const hasCompared = points.some(({ compared }) => compared !== undefined);
  const comparison = hasCompared ? shown.comparison : undefined;
  return (
    <figure
      class="chart"
      aria-label={chartTitle(chart, label)}
      data-file={fileName(shown.website.domain, shown.chartRange.days, 'chart')}
      data-script={assetUrl('chart-image.js')}
    >
      <div class="row chart-head">
        <ul class="muted small chart-key">
          <li class="key-current">
            {second === undefined
              ? t('{span} ({timezone})', { span, timezone })
              : t('{metric}, {span} ({timezone})', { metric: label, span, timezone })}
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
        label={summarize({ chart, bucketName, comparison })}
      />
      <div class="chart-reader" data-keep />
      <ZoomLink shown={shown} />
      <div class="chart-image" data-keep />
      <ChartTable {...{ chart, bucketName, comparison, second }} sqlHref={sqlHref} />
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
    <ChoiceBar
      label={t('Interval')}
      options={possible.map((interval) => [
        t(intervalNames[interval][0]),
        interval === chosen,
        viewAddress(place, { ...view, interval }),
      ])}
    />
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
  /** Undefined for what has no statement. */
  readonly sqlHref: string | undefined;
}

const ChartTable: FC<TableProps> = ({ chart, bucketName, comparison, second, sqlHref }) => {
  const { full, height } = findFormat(chart.metric);
  return (
    <details class="muted small chart-table">
      <summary>{t('View as table')}</summary>
      <section class="scrolling" tabindex={0} aria-label={t('Chart data')}>
        <Table
          columns={[
            { label: t(intervalNames[chart.interval][1]) },
            { label: metricLabel(chart.metric), isNumber: true },
            ...(second ? [{ label: second.label, isNumber: true }] : []),
            ...(comparison
              ? [
                  { label: comparison.label, isNumber: true },
                  { label: t('Change'), isNumber: true },
                ]
              : []),
          ]}
        >
          {chart.points.map((point, index) => (
            <tr>
              <th scope="row" data-day={point.label.slice(0, 10)}>
                {index === chart.running
                  ? t('{date} (so far)', { date: bucketName(point.label) })
                  : bucketName(point.label)}
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
                      (comparison.segment ? comparison.label : nameCompared(point.compared, chart.interval, bucketName))
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
      {sqlHref && <a href={sqlHref}>{t('Open as SQL')}</a>}
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

/** As in `Visitors and bounce rate by day`. */
function chartTitle({ interval, second }: ChartFigures, label: string): string {
  const metric =
    second === undefined ? label : t('{first} and {second}', { first: label, second: metricInSentence(second.metric) });
  return t(chartTitles[interval], { metric });
}

function summarize({ chart, bucketName, comparison }: Omit<TableProps, 'second' | 'sqlHref'>): string {
  const { points, metric } = chart;
  const highest = points.reduce<ChartFigures['points'][number] | undefined>(
    (best, point) => ((point.value ?? 0) > (best?.value ?? 0) ? point : best),
    undefined,
  );
  const title = chartTitle(chart, metricInSentence(metric));
  const sentence =
    comparison === undefined
      ? t('Line chart of {title}.', { title })
      : t('Line chart of {title}, compared with {compared}.', { title, compared: comparison.name });
  if (highest === undefined) return `${sentence} ${t('No data.')}`;
  const value = findFormat(metric).full(highest.value ?? 0);
  return `${sentence} ${t('Peak: {value} on {date}.', { value, date: bucketName(highest.label) })}`;
}

import { streamedFile } from '../../../http/server/streamed.js';
import { csvLine } from '../../../lib/csv-formula.js';
import { AppError } from '../../../lib/errors.js';
import { keepLanguage } from '../../../lib/language/language.js';
import { type ZippedFile, zipped } from '../../../lib/zip.js';
import { type Facts, isOfNothing, metricValue } from '../../../stats/metrics.js';
import type { ListPath } from '../../../stats/reports/lists.js';
import { explainPattern } from '../../../stats/rows/patterns.js';
import type { PageRoute, Visit } from '../../page-route.js';
import { VIEW_FILE, viewAddress } from './base-path.js';
import { type ChartMetric, canCompare, metricsFor } from './chart-metrics.js';
import { csvText, fileLabel, fileName, fileNumber } from './csv.js';
import { fileColumns, readerFor, readSort } from './list-columns.js';
import { comparedWith, hasEarlierEvents, type PageContext, whyNotCompared, withFilters } from './page-context.js';
import { readAddress } from './read-address.js';
import { type Figures, readFigures, toScope } from './read-figures.js';
import { listFor, listPaths } from './shown-lists.js';

/** `/websites/:id/view.zip`: all of a view as files. */
export const viewFile: PageRoute<'website'> = {
  path: `/websites/:id/${VIEW_FILE}`,
  access: 'website',
  show: async (visit) => {
    const { context, website, deps } = visit;
    const { shown } = await readAddress(visit);
    const now = deps.now();
    const figures = await readFigures(visit, { ...shown, now }, []).catch(explainPattern);
    // A file has no second chance to show it.
    if ('failure' in figures.revenue) throw new AppError('unavailable', [figures.revenue.failure]);
    const name = fileName(website.domain, shown.range.days);
    return streamedFile(context, zipped(listFiles(visit, shown, figures), now), {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${name}.zip"`,
      'Cache-Control': 'no-store',
    });
  },
};

/** Figures with those of the comparison, the chart, each list whole, and what was selected. */
const listFiles = (visit: Visit<'website'>, shown: PageContext, figures: Figures): readonly ZippedFile[] => [
  { name: 'view.json', text: once(describeView(visit, shown)) },
  { name: 'figures.csv', text: once(figuresText(shown, figures)) },
  { name: 'chart.csv', text: once(chartText(figures)) },
  ...listPaths.map((path) => ({ name: `${path}.csv`, text: listText(visit, shown, path) })),
];

async function* once(text: string) {
  yield text;
}

function describeView({ website, deps, place }: Visit<'website'>, shown: PageContext): string {
  const { range, comparison, view } = shown;
  const { name, domain, timezone } = website;
  return JSON.stringify(
    {
      website: { name, domain, timezone },
      view: withFilters(shown),
      ...range.days,
      compared:
        comparison === undefined
          ? null
          : { with: comparedWith(shown), span: comparison.span, whyNot: whyNotCompared(shown) },
      address: deps.baseUrl + viewAddress(place, view),
    },
    undefined,
    2,
  );
}

/** Values are empty where nothing can be compared, or a share or average is of nothing. */
function figuresText(shown: PageContext, { totals: { now, before }, revenue }: Figures): string {
  const isCompared = whyNotCompared(shown) === undefined;
  const value = (metric: ChartMetric, facts: Facts) =>
    isOfNothing(metric, facts) ? '' : fileNumber(metric, metricValue(metric, facts));
  const metrics = metricsFor(shown).filter((metric) => metric !== 'returningVisitors' || hasEarlierEvents(shown));
  const amounts = 'failure' in revenue ? [] : revenue;
  return [
    csvLine(['Figure', 'Value', 'Compared']),
    ...metrics.map((metric) =>
      csvLine([
        fileLabel(metric),
        value(metric, now),
        isCompared && canCompare(shown, metric) && metric !== 'returningVisitors' ? value(metric, before) : '',
      ]),
    ),
    ...amounts.map((each) => csvLine([`Revenue (${each.currency})`, each.now, isCompared ? each.before : ''])),
  ].join('');
}

/** Compared are only buckets that are complete, and beside one that is, or those of another segment; nothing beside a second metric. */
function chartText({ chart: { interval, metric, second, points, running } }: Figures): string {
  const label = fileLabel(metric);
  const beside = second ? [fileLabel(second.metric)] : [`Compared ${interval}`, `Compared ${label.toLowerCase()}`];
  const write = (name: ChartMetric, value: number | undefined) => (value === undefined ? '' : fileNumber(name, value));
  return [
    csvLine([interval, label, ...beside, 'Complete']),
    ...points.map(({ label: bucket, value, compared }, index) => {
      const other = compared?.isComparable ? compared : undefined;
      return csvLine([
        bucket,
        write(metric, value),
        ...(second ? [write(second.metric, second.values[index])] : [other?.label ?? '', write(metric, other?.value)]),
        value === undefined || index === running ? 'no' : 'yes',
      ]);
    }),
  ].join('');
}

function listText({ clickhouse }: Visit<'website'>, shown: PageContext, path: ListPath) {
  const list = listFor(path, shown);
  const sort = fileColumns(list, readSort(list, shown, new URLSearchParams()));
  const rows = readerFor(list, sort, shown).all(clickhouse, toScope(shown), '');
  return keepLanguage(csvText({ ...list, columns: sort.columns }, rows));
}

import { streamedFile } from '../../../http/server/streamed.js';
import { csvLine } from '../../../lib/csv-formula.js';
import { type ZippedFile, zipped } from '../../../lib/zip.js';
import { findMetric, metricValue } from '../../../stats/metrics.js';
import type { PageRoute, Visit } from '../../page-route.js';
import { VIEW_FILE, viewAddress } from './base-path.js';
import { metricsFor } from './chart-metrics.js';
import { csvText, fileName } from './csv.js';
import { listMetrics, readSort, toRowOrder } from './list-columns.js';
import { type PageContext, withFilters } from './page-context.js';
import { readAddress } from './read-address.js';
import { type Figures, readFigures, toScope } from './read-figures.js';
import { type ListPath, listFor, listPaths } from './shown-lists.js';

/** `/websites/:id/view.zip`: all of a view as files. */
export const viewFile: PageRoute<'website'> = {
  path: `/websites/:id/${VIEW_FILE}`,
  access: 'website',
  forms: [],
  show: async (visit) => {
    const { context, website, deps } = visit;
    const { shown } = await readAddress(visit);
    const now = deps.now();
    const figures = await readFigures(visit, { ...shown, now });
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
      compared: comparison?.span ?? null,
      address: deps.baseUrl + viewAddress(place, view),
    },
    undefined,
    2,
  );
}

const figuresText = (shown: PageContext, { totals: { now, before } }: Figures): string =>
  [
    csvLine(['Figure', 'Value', 'Compared']),
    ...metricsFor(shown).map((metric) =>
      csvLine([
        findMetric(metric).label,
        metricValue(metric, now),
        shown.comparison === undefined ? '' : metricValue(metric, before),
      ]),
    ),
  ].join('');

function chartText({ chart: { interval, metric, points } }: Figures): string {
  const { label } = findMetric(metric);
  return [
    csvLine([interval, label, `Compared ${interval}`, `Compared ${label.toLowerCase()}`]),
    ...points.map(({ label, value, compared }) =>
      csvLine([label, value ?? '', compared?.label ?? '', compared?.value ?? '']),
    ),
  ].join('');
}

async function* listText({ clickhouse }: Visit<'website'>, shown: PageContext, path: ListPath) {
  const list = listFor(path, shown);
  const sort = readSort(list, shown, new URLSearchParams());
  const reader = list.readerBy({ metrics: listMetrics(list, sort), order: toRowOrder(list, sort) });
  yield* csvText({ ...list, columns: sort.columns }, reader.all(clickhouse, toScope(shown), ''));
}

import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { withFirst } from '../../lib/with-first.js';
import { metricValue } from '../metrics.js';
import { type List, type ListAnswer, type ListEndpoint, type ListRow, readList, readWholeList } from './list.js';
import { ORDER, type QueryParameters, type Report, type ReportInput } from './report.js';

const DEFAULT_LIMIT = 10;

/** Larger responses are streamed. */
const MAX_ROWS_AT_ONCE = 1_000;

const isWhole = (text: string): boolean => /^\d{1,15}$/.test(text) && Number(text) > 0;

const parameters = z.object({
  limit: z
    .string()
    .default(String(DEFAULT_LIMIT))
    .refine((limit) => limit === 'all' || isWhole(limit), 'must be a whole number from 1, or all')
    .meta({
      description: 'Maximum number of rows; `all` returns every row. Totals are of all rows',
      pattern: '^(?:all|[1-9][0-9]{0,14})$',
    }),
});

/** Undefined for all. */
const parseLimit = ({ limit }: QueryParameters): number | undefined => (limit === 'all' ? undefined : Number(limit));

export function listReport(list: List, { title = list.title, summary, fields, named }: ListEndpoint): Report {
  const [items, totalName] = fields;
  const { metrics } = list.by;
  const names = Object.entries(named);
  const row = z.object({
    ...Object.fromEntries(names.map(([name, { type }]) => [name, type])),
    ...Object.fromEntries(metrics.map((metric) => [metric, z.number()])),
    percentage: z.number().describe('Share of the total, 0 to 100'),
  });
  const toItem = ({ key, now, percentage }: ListRow) => ({
    ...Object.fromEntries(names.map(([name, { read }]) => [name, read(key)])),
    ...Object.fromEntries(metrics.map((metric) => [metric, metricValue(metric, now)])),
    percentage,
  });
  const toData = (rows: readonly ListRow[], total: number) => ({
    [items]: rows.map(toItem),
    [totalName]: total,
  });
  async function* toText(batches: AsyncIterable<ListAnswer>): AsyncGenerator<string> {
    let start = `{${JSON.stringify(items)}:[`;
    let separator = '';
    let end = '';
    for await (const { rows, total } of batches) {
      const text = rows.map((each) => JSON.stringify(toItem(each))).join(',');
      yield start + (text === '' ? '' : separator + text);
      start = '';
      if (text !== '') separator = ',';
      end = `],${JSON.stringify(totalName)}:${total}}`;
    }
    yield end;
  }
  /** A list of up to `MAX_ROWS_AT_ONCE` rows is read before it is answered. */
  async function open(clickhouse: ClickHouse, { scope }: ReportInput, checked: QueryParameters) {
    const batches = readWholeList(clickhouse, scope, list, { limit: parseLimit(checked) });
    const rows: ListRow[] = [];
    let total = 0;
    while (rows.length <= MAX_ROWS_AT_ONCE) {
      const next = await batches.next();
      if (next.done) return { data: toData(rows, total) };
      rows.push(...next.value.rows);
      total = next.value.total;
    }
    const first = { done: false, value: { rows, total } } as const;
    return { dataText: toText(withFirst(first, batches)) };
  }
  return {
    path: list.path,
    summary: `List ${title.toLowerCase()}`,
    description: `${summary}. ${ORDER}`,
    parameters,
    response: z.object({ [items]: z.array(row), [totalName]: z.number() }),
    read: async (clickhouse, { scope }, checked) => {
      const { rows, total } = await readList(clickhouse, scope, list, parseLimit(checked));
      return toData(rows, total);
    },
    streaming: {
      isNeeded: (checked) => (parseLimit(checked) ?? Number.POSITIVE_INFINITY) > MAX_ROWS_AT_ONCE,
      open,
    },
  };
}

import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { metricValue } from '../metrics.js';
import { type List, type ListRow, readList, readWholeList } from './list.js';
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

export function listReport(list: List): Report {
  const [items, totalName] = list.fields;
  const { metrics } = list.by;
  const row = list.named.extend({
    ...Object.fromEntries(metrics.map((metric) => [metric, z.number()])),
    percentage: z.number().describe('Share of the total, 0 to 100'),
  });
  const toItem = ({ named, facts, percentage }: ListRow<object>) => ({
    ...named,
    ...Object.fromEntries(metrics.map((metric) => [metric, metricValue(metric, facts)])),
    percentage,
  });
  async function* stream(
    clickhouse: ClickHouse,
    { scope }: ReportInput,
    checked: QueryParameters,
  ): AsyncGenerator<string> {
    const limit = parseLimit(checked);
    let start = `{${JSON.stringify(items)}:[`;
    let separator = '';
    let end = '';
    for await (const { rows, total } of readWholeList(clickhouse, scope, list, { limit })) {
      const text = rows.map((each) => JSON.stringify(toItem(each))).join(',');
      yield start + (text === '' ? '' : separator + text);
      start = '';
      if (text !== '') separator = ',';
      end = `],${JSON.stringify(totalName)}:${total}}`;
    }
    yield end;
  }
  return {
    path: list.path,
    summary: `List ${(list.endpoint ?? list.title).toLowerCase()}`,
    description: `${list.summary}. ${ORDER}`,
    parameters,
    response: z.object({ [items]: z.array(row), [totalName]: z.number() }),
    read: async (clickhouse, { scope }, checked) => {
      const { rows, total } = await readList(clickhouse, scope, list, parseLimit(checked));
      return { [items]: rows.map(toItem), [totalName]: total };
    },
    streaming: {
      isNeeded: (checked) => (parseLimit(checked) ?? Number.POSITIVE_INFINITY) > MAX_ROWS_AT_ONCE,
      stream,
    },
  };
}

import { z } from 'zod';
import { exportLines, exportTable } from '../../history/export/export-events.js';
import { csvWithoutFormulas } from '../../lib/csv-formula.js';
import { route, type Services } from '../services.js';
import { rawCsv } from './statement-answer.js';
import { rangeParameters, rangeParser } from './stats-parameters.js';

const FILES = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
} as const;

const query = rangeParameters.extend({
  format: z
    .enum(['ndjson', 'csv', 'parquet'], 'must be ndjson, csv or parquet')
    .default('ndjson')
    .describe('ndjson is what the import takes; csv and parquet have the columns of the view bi.events'),
  raw: rawCsv,
});

export const exportRoutes = ({ clickhouse, now }: Services) => [
  route({
    method: 'GET',
    path: '/websites/:id/export',
    access: 'website',
    tag: 'Export',
    summary: 'Export the raw events of a range',
    description:
      'Answers with a file that is streamed: every event of the range. NDJSON, in the order of time, is what the import takes: ' +
      'imported into an empty website, it gives the same statistics. `X-Footfall-Events` is its number of lines. CSV and Parquet have ' +
      'the columns of the view `bi.events`, in no particular order.',
    query,
    parse: rangeParser(now),
    response: z.string(),
    fileTypes: Object.values(FILES).map((type) => type.split(';', 1)[0] ?? type),
    hasEnvelope: false,
    errorKinds: ['unavailable'],
    handle: async ({ website, query: { format, raw = false }, parsed }) => {
      const range = { websiteId: website.id, ...parsed.range };
      const headers = {
        'Content-Type': FILES[format],
        'Content-Disposition': `attachment; filename="${website.domain.replace(/[^\w.-]/g, '-')}.${format}"`,
      };
      if (format !== 'ndjson') {
        const table = exportTable(clickhouse, range, { format, zone: website.timezone });
        return { file: toGenerator(format === 'csv' && !raw ? csvWithoutFormulas(table) : table), headers };
      }
      const { events, lines } = await exportLines(clickhouse, range);
      return { file: lines, headers: { ...headers, 'X-Footfall-Events': String(events) } };
    },
  }),
];

async function* toGenerator<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  yield* items;
}

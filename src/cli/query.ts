import { once } from 'node:events';
import { z } from 'zod';
import { invalid } from '../lib/errors.js';
import { rowDimensions } from '../stats/rows/parse-filter.js';
import { rowMetricNames } from '../stats/rows/row-metrics.js';
import { timeDimensions } from '../stats/rows/time-dimensions.js';
import { askStats } from './ask-stats.js';
import { command } from './command.js';
import { asList, asNumber, type FieldOptions, type Given } from './field-options.js';
import { formatArgs, readFormat } from './listing.js';
import { bodyArgs, readBody, readRepeated } from './query-body.js';
import { cell, table } from './table.js';

const options: FieldOptions = {
  metrics: {
    description: `Comma-separated: ${rowMetricNames.join(', ')}, sum:NAME, avg:NAME, revenue, revenue:EUR (default: visitors; conversions need --goal)`,
    read: asList,
  },
  dimensions: {
    description: `Comma-separated, up to four: ${[...rowDimensions, ...Object.keys(timeDimensions)].join(', ')}, goal, website, property:NAME`,
    read: asList,
  },
  goal: { description: 'ID of the goal whose conversions are counted, as footfall goal list prints it' },
  compare: {
    description: 'previous, year, or a range as 2026-01-01..2026-01-31',
    field: 'comparison',
    read: asComparison,
  },
  order: {
    description: "Comma-separated metrics and dimensions: 'visitors desc, page asc' (default direction: desc)",
    field: 'orderBy',
    read: (text) => asList(text).map(toOrder),
  },
  limit: { description: 'Rows of the table or the JSON (default: 100, at most 10,000)', read: asNumber },
  include: { description: 'Comma-separated: totals, totalRows, emptyRows', read: asList },
};

export const query = command({
  name: 'query',
  description: 'Query statistics of one or several websites: a table, JSON, or CSV with all rows (docs/query.md)',
  args: {
    website: {
      type: 'string',
      required: true,
      description: 'ID or domain of the website. Repeatable; all stands for all websites',
    },
    ...bodyArgs(options),
    json: formatArgs.json,
    csv: { ...formatArgs.csv, description: 'Print all rows as CSV' },
  },
  run: async (values, rawArgs) => {
    const format = readFormat(values);
    const given: Given = values;
    const isFile = format === 'csv';
    if (isFile && given.limit !== undefined)
      throw invalid('--limit: must not be combined with --csv, which has all rows');
    const body = await readBody(options, given, rawArgs);
    const named = readRepeated('website', rawArgs);
    const websites = new URLSearchParams(named.map((website): [string, string] => ['website', website]));
    const write = { csv: writeChunks, json: writeData, table: writeTable }[format];
    await askStats(`/query?${websites}`, body, write, isFile ? 'text/csv' : undefined);
    process.exit(0);
  },
});

/** `previous`, `year`, `none`, or `2026-01-01..2026-01-31`. */
function asComparison(text: string): object {
  const [from, to] = text.split('..');
  return to === undefined ? { mode: text } : { mode: 'custom', from, to };
}

function toOrder(typed: string): object {
  const [, by = typed, direction] = /^(.*\S)\s+(\S+)$/.exec(typed) ?? [];
  return { by, ...(direction !== undefined && { direction }) };
}

/** At the pace of the reader. One that has left, such as `head`, ends the output. */
async function writeChunks({ body }: Response): Promise<void> {
  const { stdout } = process;
  let isLeft = false;
  stdout.on('error', () => {
    isLeft = true;
  });
  for await (const chunk of body ?? []) {
    if (isLeft) return;
    if (!stdout.write(chunk)) await Promise.race([once(stdout, 'drain'), once(stdout, 'close')]).catch(() => undefined);
  }
}

async function writeData(response: Response): Promise<void> {
  const { data } = (await response.json()) as { readonly data: unknown };
  process.stdout.write(`${JSON.stringify(data)}\n`);
}

const row = z.record(z.string(), z.unknown());

const answer = z.object({
  data: z.object({
    rows: z.array(row),
    totals: row.optional(),
    totalRows: z.number().optional(),
    nextCursor: z.string().nullable(),
    query: z.object({
      dimensions: z.array(z.string()),
      metrics: z.array(z.string()),
      comparison: z.unknown().optional(),
    }),
  }),
  meta: z.object({ warnings: z.array(z.object({ message: z.string() })) }),
});

/** Notes for the reader are on standard error, so that the table can be piped. */
async function writeTable(response: Response): Promise<void> {
  const { data, meta } = answer.parse(await response.json());
  const { rows, totals, totalRows, nextCursor } = data;
  const { dimensions, metrics, comparison } = data.query;
  const compared = comparison === undefined ? [] : metrics;
  const toCells = (each: z.infer<typeof row>, names: readonly string[]) => [
    ...names,
    ...metrics.map((name) => cell(each[name])),
    ...compared.map((name) => cell((each.comparison as Readonly<Record<string, unknown>> | undefined)?.[name])),
  ];
  const lines = table(
    [...dimensions, ...metrics, ...compared.map((name) => `${name} before`)].map((name) => name.toUpperCase()),
    [
      ...rows.map((each) =>
        toCells(
          each,
          dimensions.map((name) => cell(each[name], { missing: '(none)' })),
        ),
      ),
      ...(totals === undefined || dimensions.length === 0
        ? []
        : [
            toCells(
              totals,
              dimensions.map((_, place) => (place === 0 ? 'Total' : '')),
            ),
          ]),
    ],
  );
  const notes = [
    ...meta.warnings.map(({ message }) => message),
    ...(totalRows === undefined ? [] : [`${totalRows.toLocaleString('en')} rows in all.`]),
    ...(nextCursor === null ? [] : ['There are more rows: use --limit, or --csv for all.']),
  ];
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  process.stderr.write(notes.map((note) => `${note}\n`).join(''));
}

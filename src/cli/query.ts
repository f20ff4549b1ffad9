import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { localStats } from '../app/local-stats.js';
import { invalid } from '../lib/errors.js';
import { oneLine } from '../lib/text.js';
import { rowDimensions } from '../stats/rows/parse-filter.js';
import { rowMetricNames } from '../stats/rows/row-metrics.js';
import { timeDimensions } from '../stats/rows/time-dimensions.js';
import { rangeNames } from '../time/index.js';
import { askHolder } from './ask-holder.js';
import { command } from './command.js';
import { configuration } from './configuration.js';
import { type QueryBody, readQueryBody } from './query-body.js';
import { refusal } from './query-problems.js';
import { table } from './table.js';
import { withUnmigratedEngines } from './with-engines.js';

const text = (description: string) => ({ type: 'string', description }) as const;

export const query = command({
  name: 'query',
  description: "Query a website's statistics: a table, JSON, or CSV with all rows (docs/query.md)",
  args: {
    website: { type: 'string', required: true, description: 'ID or domain of the website' },
    range: text(`${rangeNames.join(', ')}; or --from and --to`),
    from: text("First day, YYYY-MM-DD in the website's time zone, or a date-time"),
    to: text('Last day, included; or a date-time, excluded'),
    metrics: text(
      `Comma-separated: ${rowMetricNames.join(', ')}, sum:NAME, avg:NAME, revenue, revenue:EUR (default: visitors; conversions need --goal)`,
    ),
    dimensions: text(
      `Comma-separated, up to four: ${[...rowDimensions, ...Object.keys(timeDimensions)].join(', ')}, goal, property:NAME`,
    ),
    filter: text(
      "Repeatable, all must hold: 'country is DE,AT', 'page contains /docs', 'city is null', 'page is [\"/a,b\"]'. " +
        'Operators: is, is_not, contains, contains_not, matches, matches_not, greater, less',
    ),
    filters: text('Any filter, as JSON: \'{ "or": [ … ] }\''),
    goal: text('ID of the goal of conversions, as footfall goal list prints it'),
    segment: text('ID of a segment, as footfall segment list prints it'),
    compare: text('previous, year, or a range as 2026-01-01..2026-01-31'),
    order: text("Comma-separated metrics and dimensions: 'visitors desc, page asc' (default direction: desc)"),
    limit: text('Rows of the table or the JSON (default: 100, at most 10,000)'),
    include: text('Comma-separated: totals, totalRows, emptyRows'),
    body: text('A file with a whole query as JSON, or - for standard input. Options replace its fields'),
    json: { type: 'boolean', description: "Print the API's data as JSON" },
    csv: { type: 'boolean', description: 'Print all rows as CSV' },
  },
  run: async ({ website, json, csv, ...options }, rawArgs) => {
    if (json && csv) throw invalid('use only one of --json and --csv');
    if (csv && options.limit !== undefined)
      throw invalid('--limit: must not be combined with --csv, which has all rows');
    const { filter = [] } = parseArgs({
      args: [...rawArgs],
      options: { filter: { type: 'string', multiple: true } },
      strict: false,
    }).values;
    const body = await readQueryBody({ ...options, filter: filter.map(String) });
    await ask(website, body, csv === true, csv ? writeChunks : json ? writeData : writeTable);
    process.exit(0);
  },
});

/** Throws AppError that names the options of every problem. */
async function ask(
  website: string,
  { body, sources }: QueryBody,
  isFile: boolean,
  write: (response: Response) => Promise<void>,
): Promise<void> {
  const config = configuration();
  const request = {
    path: `/query?${new URLSearchParams({ website })}`,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(isFile && { Accept: 'text/csv' }) },
    body: JSON.stringify(body),
  } as const;
  await askHolder(
    config,
    request,
    (read) =>
      withUnmigratedEngines(config, async ({ clickhouse, postgres: { db } }) =>
        read(await localStats({ clickhouse, db, now: Date.now }).request(request.path, request)),
      ),
    async (response) => {
      if (response.status !== 200) throw await refusal(response, sources);
      await write(response);
    },
  );
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
          dimensions.map((name) => cell(each[name], '(none)')),
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

const MAX_CELL_LENGTH = 80;

/** Visitors choose labels, which could otherwise control the terminal. */
function cell(value: unknown, missing = '-'): string {
  if (value === null || value === undefined) return missing;
  return oneLine(typeof value === 'object' ? JSON.stringify(value) : String(value), MAX_CELL_LENGTH);
}

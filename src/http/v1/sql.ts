import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { fieldText, type JsonValue } from '../../clickhouse/parameter-text.js';
import { ReaderError, type ReaderResult } from '../../clickhouse/reader.js';
import { AppError, invalid } from '../../lib/errors.js';
import { route, type Services } from './services.js';

const MAX_PARAMS = 100;

const value: z.ZodType<JsonValue> = z.lazy(() =>
  z.union(
    [z.string(), z.number(), z.boolean(), z.null(), z.array(value)],
    'must be a text, a number, true, false, null or a list',
  ),
);

const body = z.object({
  query: z
    .string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be a string') })
    .min(1, 'must not be empty')
    .describe('One SELECT, SHOW, DESCRIBE or EXISTS statement on the views of the database bi')
    .meta({
      examples: ['SELECT path, count() AS events FROM events WHERE type = {type:String} GROUP BY path', 'SHOW TABLES'],
    }),
  params: z
    .record(z.string().regex(/^\w{1,100}$/, 'name must be letters, digits and _'), z.any())
    .refine((params) => Object.keys(params).length <= MAX_PARAMS, `must have at most ${MAX_PARAMS} parameters`)
    .optional()
    .describe('Values of the parameters {name:Type} in the statement')
    .meta({ examples: [{ type: 'pageview' }, { paths: ['/', '/pricing'], since: '2026-01-01' }] }),
});

const response = z.object({
  columns: z.array(z.object({ name: z.string(), type: z.string().describe("ClickHouse's type") })),
  rows: z.array(z.array(z.any())),
});

/** Files by their content type. */
const FILES = { 'text/csv': 'CSVWithNames', 'application/x-ndjson': 'JSONEachRow' } as const;

/** A line with the names of columns, one with their types, and a line for each row. */
const LINES = 'JSONCompactEachRowWithNamesAndTypes';

/** Answers SQL statements about the account's websites. */
export const sqlRoutes = ({ bi }: Services) => [
  route({
    method: 'POST',
    path: '/sql',
    access: 'account',
    tag: 'SQL',
    summary: "Run a read-only SQL statement on the account's events",
    description:
      'Views, limits and what is refused are those of the interface for BI tools: docs/bi.md. With `Accept: text/csv` or ' +
      '`application/x-ndjson` the rows are a file. 64-bit integers are numbers: read them as text where your language would round ' +
      'them, with `toString(visitor_id)`.',
    body,
    response,
    fileTypes: Object.keys(FILES),
    errorKinds: ['invalid', 'too_many_requests', 'unavailable'],
    handle: async ({ account, body: { query, params = {} }, context }) => {
      if (bi === undefined) throw new AppError('unavailable', ['SQL is answered on the embedded ClickHouse only']);
      const accepted = context.req.header('Accept')?.toLowerCase() ?? '';
      const [type, format] = Object.entries(FILES).find(([name]) => accepted.includes(name)) ?? [undefined, LINES];
      const result = await bi
        .run({
          accountId: account.id,
          via: 'api',
          text: query,
          parameters: checkParams(params),
          settings: { output_format_json_quote_64bit_integers: '0', output_format_json_escape_forward_slashes: '0' },
          format,
        })
        .catch(rethrow);
      if (result.format !== format) {
        await result.chunks.return(undefined);
        throw invalid('query: must not name a format, use the header Accept');
      }
      if (type !== undefined) {
        return { file: result.chunks, headers: { 'Content-Type': `${type}; charset=utf-8` } };
      }
      return { dataText: toDataText(result) };
    },
  }),
];

function checkParams(params: Readonly<Record<string, unknown>>): Record<string, string> {
  const errors: string[] = [];
  const fields = Object.entries(params).map(([name, given]) => {
    const parsed = value.safeParse(given);
    if (!parsed.success) errors.push(`params.${name}: must be a text, a number, true, false, null or a list`);
    return [name, parsed.success ? fieldText(parsed.data) : ''] as const;
  });
  if (errors.length > 0) throw invalid(...errors);
  return Object.fromEntries(fields);
}

function rethrow(error: unknown): never {
  if (error instanceof ReaderError) throw invalid(`query: ${error.message} (${error.codeName})`);
  throw error;
}

/** Yields `data` in pieces, so that a result of any size takes the memory of one. */
async function* toDataText({ chunks }: ReaderResult): AsyncGenerator<string> {
  const lines = createInterface({
    input: Readable.from(chunks, { objectMode: false }),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  const head: string[][] = [];
  let piece = '';
  let isFirst = true;
  for await (const line of lines) {
    if (head.length < 2) {
      head.push(JSON.parse(line) as string[]);
      if (head.length < 2) continue;
      const [names = [], types = []] = head;
      piece = `{"columns":${JSON.stringify(names.map((name, index) => ({ name, type: types[index] })))},"rows":[`;
      continue;
    }
    piece += isFirst ? line : `,${line}`;
    isFirst = false;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  yield head.length < 2 ? '{"columns":[],"rows":[]}' : `${piece}]}`;
}

const PIECE_LENGTH = 64 * 1024;

import type { Context } from 'hono';
import { z } from 'zod';
import { csvWithoutFormulas } from '../../lib/csv-formula.js';
import { invalidField } from '../../lib/errors.js';
import { withCleanup } from '../../lib/with-cleanup.js';
import { type BiClient, type BiStatement, FormatClauseError } from '../../sql/bi-client.js';
import { ReaderError } from '../../sql/reader.js';
import type { TableRows } from '../../sql/table-rows.js';
import { acceptedType } from '../api/accepted-type.js';
import type { Caller } from '../api/authenticate.js';
import type { FileReply, StreamedReply } from '../api/route.js';

const FILES = { 'text/csv': 'CSVWithNames', 'application/x-ndjson': 'JSONEachRow' } as const;

const fileTypes = Object.keys(FILES) as (keyof typeof FILES)[];

export const rawCsv = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((value) => value === 'true')
  .optional()
  .describe(
    'CSV with texts as they are. By default, a text that a spreadsheet would take for a formula begins with an apostrophe',
  );

/** For routes that return a query result. */
export const statementAnswer = {
  response: z.object({
    columns: z.array(z.object({ name: z.string(), type: z.string().describe("ClickHouse's type") })),
    rows: z.array(z.array(z.any())),
  }),
  fileTypes,
};

/**
 * Answers in the format that the request accepts. In CSV, text that a spreadsheet would treat as a formula is escaped,
 * unless `raw` is set.
 *
 * @throws AppError `invalid` with ClickHouse's message, `unavailable` on a ClickHouse server that is not ready for SQL
 */
export async function answerStatement(
  bi: BiClient,
  { account, rights }: Caller<{ readonly id: string }>,
  statement: Pick<BiStatement, 'text' | 'parameters'>,
  context: Context,
  { raw = false, limit }: { readonly raw: boolean | undefined; readonly limit?: string | undefined },
): Promise<StreamedReply | FileReply> {
  const type = acceptedType(context, fileTypes);
  const settings = {
    output_format_json_quote_64bit_integers: '0',
    output_format_json_escape_forward_slashes: '0',
    ...(limit !== undefined && { limit }),
  };
  const run = {
    ...statement,
    accountId: account.id,
    websites: rights.websites,
    via: 'api',
    settings,
    signal: context.req.raw.signal,
  } as const;
  if (type === undefined) return { dataText: toDataText(await bi.runAsTable(run).catch(throwInvalid)) };
  const format = FILES[type];
  const { chunks } = await bi.runInFormat({ ...run, format }).catch(throwInvalid);
  const file =
    format === 'CSVWithNames' && !raw
      ? withCleanup(csvWithoutFormulas(chunks), () => chunks.return(undefined))
      : chunks;
  return { file, headers: { 'Content-Type': `${type}; charset=utf-8` } };
}

/** Converts an error of a statement to AppError `invalid` for the field `query`; rethrows any other error. */
export function throwInvalid(error: unknown): never {
  if (error instanceof FormatClauseError) throw invalidField('query', 'must not contain FORMAT; use the Accept header');
  if (error instanceof ReaderError) throw invalidField('query', `${error.message} (${error.codeName})`);
  throw error;
}

/** Yields pieces, so that a result of any size needs little memory. */
async function* toDataText({ columns, lines }: TableRows): AsyncGenerator<string> {
  let piece = `{"columns":${JSON.stringify(columns)},"rows":[`;
  let separator = '';
  for await (const line of lines) {
    piece += separator + line;
    separator = ',';
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}]}`;
}

const PIECE_LENGTH = 64 * 1024;

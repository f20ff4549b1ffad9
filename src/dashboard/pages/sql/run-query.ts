import { errorStatus } from '../../../http/api/error-map.js';
import { csvLine } from '../../../lib/csv-formula.js';
import { AppError, problemText } from '../../../lib/errors.js';
import { t } from '../../../lib/language/translate.js';
import { withFirst } from '../../../lib/with-first.js';
import { type BiClient, FormatClauseError } from '../../../sql/bi-client.js';
import { encodeParameters } from '../../../sql/parameter-values.js';
import { ReaderError } from '../../../sql/reader.js';
import type { Column, TableRows } from '../../../sql/table-rows.js';
import { isNumber } from '../../../sql/value-types.js';
import { FormRefusal } from '../../page-route.js';
import type { SubmittedQuery } from './sql-form.js';

/** As many rows as fit on a page. */
export interface ResultPreview {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly unknown[])[];
  readonly isTruncated: boolean;
}

const MAX_ROWS = 1_000;
const MAX_CELLS = 20_000;
const MAX_CHARACTERS = 2_000_000;

/** Returns the first rows. Throws what the client throws: see `refuseQuery`. */
export async function runQuery(
  bi: BiClient,
  accountId: string,
  query: SubmittedQuery,
  signal?: AbortSignal,
): Promise<ResultPreview> {
  const { columns, lines } = await openTable(bi, accountId, query, signal);
  const maxRows = Math.min(MAX_ROWS, Math.floor(MAX_CELLS / Math.max(1, columns.length)));
  const rows: (readonly unknown[])[] = [];
  let characters = 0;
  for await (const line of lines) {
    characters += line.length;
    if (rows.length >= maxRows || characters > MAX_CHARACTERS) return { columns, rows, isTruncated: true };
    rows.push(JSON.parse(line) as unknown[]);
  }
  return { columns, rows, isTruncated: false };
}

/** CSV with a header line. Throws what the client throws, and ReaderError for a huge row. */
export async function openCsv(
  bi: BiClient,
  accountId: string,
  query: SubmittedQuery,
  signal?: AbortSignal,
): Promise<AsyncGenerator<string>> {
  const batches = toCsv(await openTable(bi, accountId, query, signal));
  // The first rows are read before the response begins, so that their errors show on the page.
  const first = await batches.next();
  return withFirst(first, batches);
}

const BATCH_LENGTH = 64 * 1024;

async function* toCsv({ columns, lines }: TableRows): AsyncGenerator<string> {
  let batch = csvLine(columns.map(({ name }) => name));
  for await (const line of lines) {
    // Parsing it would block the thread that collects events.
    if (line.length > MAX_CHARACTERS)
      throw new ReaderError(t('A row is too large for CSV'), 396, 'TOO_MANY_ROWS_OR_BYTES');
    const cells = JSON.parse(line) as unknown[];
    batch += csvLine(cells.map((cell, index) => toCell(cell, isNumber(columns[index]?.type ?? ''))));
    if (batch.length < BATCH_LENGTH) continue;
    yield batch;
    batch = '';
  }
  yield batch;
}

/** A large number stays text, so that it keeps all of its digits. */
function toCell(cell: unknown, isNumeric: boolean): string | number | bigint {
  if (typeof cell === 'number') return cell;
  const text = cellText(cell) ?? '';
  return isNumeric && /^-?\d+$/.test(text) ? BigInt(text) : text;
}

/** Undefined for NULL. */
export function cellText(cell: unknown): string | undefined {
  if (cell === null || cell === undefined) return undefined;
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}

const openTable = (
  bi: BiClient,
  accountId: string,
  { text, parameters, values }: SubmittedQuery,
  signal: AbortSignal | undefined,
): Promise<TableRows> =>
  bi.runAsTable({
    ...(signal && { signal }),
    accountId,
    websites: 'all',
    via: 'dashboard',
    text,
    parameters: encodeParameters(parameters, values),
    settings: { output_format_json_quote_64bit_integers: '1' },
  });

/** Shows the error at the field. Rethrows errors that are not the query's. */
export function refuseQuery(error: unknown, field: string): never {
  if (error instanceof FormatClauseError) throw new FormRefusal({ [field]: t('Remove the FORMAT clause.') });
  if (error instanceof ReaderError) throw new FormRefusal({ [field]: describe(error) });
  if (!(error instanceof AppError)) throw error;
  // The page has one field for the query.
  const texts = error.problems.map((each) =>
    typeof each !== 'string' && each.field === 'query' ? each.message : problemText(each),
  );
  const hasOwnStatus = error.kind === 'too_many_requests' || error.kind === 'unavailable';
  const sentences = texts.map((reason) => t('{reason}.', { reason }));
  throw new FormRefusal({ [field]: sentences.join(' ') }, hasOwnStatus ? errorStatus(error.kind) : 400);
}

/** Omits ClickHouse's list of expected tokens. */
const describe = ({ message, codeName }: ReaderError): string =>
  `${message.replace(/\.? Expected one of: [\s\S]*$/, '')} (${codeName})`;

import { ReaderError } from './reader.js';

/**
 * Converts an error of ClickHouse to a ReaderError; other errors are returned unchanged.
 *
 * @param folders their paths are removed from the message
 */
export function readerError(error: unknown, shape: string | undefined, folders: readonly string[] = []): unknown {
  if (error instanceof ReaderError || !(error instanceof Error)) return error;
  const { code, name } = isServerError(error) ? { code: error.code, name: error.type } : readMessage(error.message);
  if (code === undefined) return error;
  return new ReaderError(describe(error.message, folders), Number(code), name ?? 'UNKNOWN_EXCEPTION', shape);
}

export interface ServerError extends Error {
  readonly code: string;
  readonly type: string | undefined;
}

/** Does not use `instanceof`, because `@clickhouse/client` is loaded only with a server. */
export const isServerError = (error: unknown): error is ServerError =>
  error instanceof Error && 'type' in error && 'code' in error && /^\d+$/.test(String(error.code));

/** The embedded engine has the number and the name of an error only in its message. */
const readMessage = (message: string) => ({
  code: /^Code: (\d+)\./.exec(message)?.[1],
  name: /\(([A-Z][A-Z0-9_]+)\)(?: \(version [^)]*\))?\s*$/.exec(message)?.[1],
});

/** Wrapping of a message: nested codes before it, its name and the version after it. */
const AROUND = /^(?:Code: \d+\. (?:DB::Exception: )?)+|\.? ?\([A-Z][A-Z0-9_]+\)(?: \(version [^)]*\))?\s*$|\.$/g;

/** Where a message continues with SQL of this program: its views, the SQL guard, or the parts of its tables. */
const OWN_SQL = /\bbi_rows\b|:? ?\(?While (?:executing|reading)|:? In scope (?:WITH|SELECT formatQuery)/i;

const MAX_MESSAGE_LENGTH = 2_000;

function describe(text: string, folders: readonly string[]): string {
  let message = text;
  for (let before = ''; before !== message; ) {
    before = message;
    message = message.replace(AROUND, '').trimEnd();
  }
  const cut = message.search(OWN_SQL);
  const own = cut === -1 ? message : message.slice(0, cut);
  return folders.reduce(withoutPaths, own).slice(0, MAX_MESSAGE_LENGTH);
}

const withoutPaths = (text: string, folder: string): string =>
  text
    .split(folder)
    .map((piece, index) => (index === 0 ? piece : piece.replace(/^[\w./-]*/, '…')))
    .join('');

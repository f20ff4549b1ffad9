import { CannotListen } from '../cannot-listen.js';
import { ClickHouseError } from '../clickhouse/clickhouse.js';
import { ConfigError } from '../config.js';
import { FolderInUse } from '../data-folder.js';
import { Fault } from '../errors.js';

/** What Node, and the drivers on top of it, say of a failed call to the system. */
interface SystemFailure extends Error {
  readonly code: string;
  readonly path?: string;
  readonly syscall?: string;
}

/** A failure in one line that names the variable or says what to do. A driver's message could quote addresses and rows. */
export function failureLine(error: unknown): string {
  if (error instanceof ConfigError || error instanceof FolderInUse || error instanceof CannotListen) {
    return error.message;
  }
  if (error instanceof Fault) return error.messages.join('; ');
  if (error instanceof ClickHouseError) return clickhouseLine(error);
  if (!(error instanceof Error)) return String(error);
  if (isSystemFailure(error)) {
    if (error.path !== undefined) return `DATA_DIR: ${error.path} cannot be used (${error.code})`;
    if (isOfPostgres(error)) return `DATABASE_URL: PostgreSQL cannot be used (${error.code})`;
  }
  if (error.cause instanceof Error && isSystemFailure(error.cause)) return failureLine(error.cause);
  return error.message.split('\n')[0] ?? '';
}

function clickhouseLine({ code, cause }: ClickHouseError): string {
  if (code !== undefined)
    return `ClickHouse refused with its error ${code}: see CLICKHOUSE_URL, or DATA_DIR without it`;
  const reason = cause instanceof Error && isSystemFailure(cause) ? ` (${cause.code})` : '';
  return `CLICKHOUSE_URL: ClickHouse cannot be reached${reason}`;
}

/** A code of SQL, in which there is a digit, a name of the driver's such as `CONNECT_TIMEOUT`, or a server that is not found: nobody else is called then. */
const isOfPostgres = ({ code, syscall = '' }: SystemFailure): boolean =>
  /^(?=.*\d)[0-9A-Z]{5}$|^E?CONN/.test(code) || ['connect', 'getaddrinfo'].includes(syscall);

const isSystemFailure = (error: Error): error is SystemFailure => 'code' in error && typeof error.code === 'string';

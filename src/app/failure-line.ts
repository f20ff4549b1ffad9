import { ClickHouseError } from '../clickhouse/clickhouse.js';
import { AppError } from '../lib/errors.js';
import { isDamage } from '../postgres/damage.js';
import { ConfigError } from './config.js';
import { FolderInUse } from './data-folder.js';
import { ListenError } from './listen-error.js';

/** Properties that Node and the drivers add to errors of system calls. */
interface SystemFailure extends Error {
  readonly code: string;
  readonly path?: string;
  readonly syscall?: string;
}

/** One line that names the variable or says what to do. A driver's message could quote URLs and rows. */
export function failureLine(error: unknown): string {
  if (error instanceof ConfigError || error instanceof FolderInUse || error instanceof ListenError) {
    return error.message;
  }
  if (error instanceof AppError) return error.message;
  if (error instanceof ClickHouseError) return clickhouseLine(error);
  if (!(error instanceof Error)) return String(error);
  if (isDamage(error)) return `PostgreSQL found its files damaged (${findSystemCode(error)}): ${RESTORE_POSTGRES}`;
  if (isSystemFailure(error)) {
    if (error.path !== undefined) return `DATA_DIR: ${error.path} cannot be used (${error.code})`;
    if (isOfPostgres(error)) return `DATABASE_URL: PostgreSQL cannot be used (${error.code})`;
  }
  if (error.cause instanceof Error && isSystemFailure(error.cause)) return failureLine(error.cause);
  return error.message.split('\n')[0] ?? '';
}

export const RESTORE_POSTGRES = 'restore DATA_DIR, or the database of DATABASE_URL, from a backup';

/** For errors of the embedded ClickHouse that are not about a statement. */
const REMEDIES: Readonly<Record<number, string>> = {
  40: 'a file in DATA_DIR/clickhouse is damaged: restore DATA_DIR from a backup',
  241: 'out of memory: give the process more',
  243: 'the disk of DATA_DIR is full: free some space',
};

function clickhouseLine({ code, cause, engine }: ClickHouseError): string {
  const systemCode = findSystemCode(cause);
  const reason = systemCode === undefined ? '' : ` (${systemCode})`;
  if (engine === 'embedded') {
    const remedy = (code === undefined ? undefined : REMEDIES[code]) ?? 'run footfall doctor for details';
    return `the ClickHouse embedded in DATA_DIR failed${code === undefined ? reason : ` with error ${code}`}: ${remedy}`;
  }
  if (code !== undefined) return `CLICKHOUSE_URL: ClickHouse responded with error ${code}`;
  return `CLICKHOUSE_URL: ClickHouse cannot be reached${reason}`;
}

/** Undefined without a system error among the causes. */
function findSystemCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return isSystemFailure(error) ? error.code : findSystemCode(error.cause);
}

/**
 * Recognizes PostgreSQL's errors: a SQLSTATE, which has a digit, a driver's code such as `CONNECT_TIMEOUT`, or an
 * unknown host.
 */
const isOfPostgres = ({ code, syscall = '' }: SystemFailure): boolean =>
  /^(?=.*\d)[0-9A-Z]{5}$|^E?CONN/.test(code) || ['connect', 'getaddrinfo'].includes(syscall);

const isSystemFailure = (error: Error): error is SystemFailure => 'code' in error && typeof error.code === 'string';

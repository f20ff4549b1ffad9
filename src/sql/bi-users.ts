import { createHash, randomBytes } from 'node:crypto';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { type Sql, trusted } from '../clickhouse/sql.js';
import { AppError } from '../lib/errors.js';
import { createBiPolicies, renewBiViews } from './bi-views.js';
import type { AskAs } from './connect-as.js';
import { isServerError } from './reader-error.js';
import { READER_LIMITS } from './reader-settings.js';

/** A user on a ClickHouse server for the BI tools of one account. */
export interface BiUser {
  readonly user: string;
  readonly password: string;
}

export interface BiUserOptions {
  readonly accountId: string;
  /** Websites whose rows the user can read. */
  readonly websiteIds: readonly string[];
  readonly cluster: string | undefined;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Seconds per minute for all statements of a user. */
const SECONDS_A_MINUTE = 60;

/**
 * Creates the views, the row policies and a read-only user on a ClickHouse server, or updates the account's user with a
 * new password and its current websites. The service's own user needs the right ACCESS MANAGEMENT.
 *
 * @throws AppError `unavailable` on a server whose users could see the websites of other accounts
 */
export async function createBiUser(clickhouse: ClickHouse, options: BiUserOptions, ask: AskAs): Promise<BiUser> {
  const password = randomBytes(24).toString('base64url');
  const user = userName(options.accountId);
  // The policies come before the user: without them, the views show every account.
  await renewBiViews(clickhouse, options.cluster);
  await createBiPolicies(clickhouse, options.cluster);
  for (const statement of userStatements(options, password)) await clickhouse.command(statement);
  const list = await ask({ user, password }, OTHER_LIST).catch((error: unknown) => {
    if (isServerError(error) && REFUSALS.has(error.code)) return '';
    throw error;
  });
  if (list.includes('another')) {
    await clickhouse.command(trusted(`DROP USER ${user}${onCluster(options.cluster)}`));
    throw new AppError('unavailable', [NOT_KEPT]);
  }
  return { user, password };
}

/** Before 26.3.27, 26.6.4, 26.7.6 and 26.8.2, a subquery could change constant settings (issue 116028). */
const OTHER_LIST = "SELECT * FROM (SELECT getSetting('log_comment') SETTINGS log_comment = 'another')";

/** ClickHouse's codes for changing a constant setting. */
const REFUSALS: ReadonlySet<string> = new Set(['164', '452']);

const NOT_KEPT =
  'this ClickHouse server lets a subquery change the list of websites that a user sees, so that a user could see all of them: ' +
  'the account has no user now. Update the server to 26.7.6, 26.8.2 or later';

/** The user that runs the API's and the dashboard's statements for all accounts. */
export const SERVICE_USER = 'footfall_sql';

/**
 * Creates the views, the row policies and `SERVICE_USER` on a ClickHouse server, or gives that user this password. Can be repeated,
 * also while other processes use the user. The service's own user needs the right ACCESS MANAGEMENT.
 */
export async function createServiceUser(
  clickhouse: ClickHouse,
  { password, cluster }: { readonly password: string; readonly cluster: string | undefined },
): Promise<void> {
  await renewBiViews(clickhouse, cluster);
  await createBiPolicies(clickhouse, cluster);
  const on = onCluster(cluster);
  const identified = `IDENTIFIED WITH sha256_hash BY '${hash(password)}'`;
  const statements = [
    `CREATE USER IF NOT EXISTS ${SERVICE_USER}${on} ${identified}`,
    `ALTER USER ${SERVICE_USER}${on} ${identified}`,
    `GRANT${on} SELECT ON bi.* TO ${SERVICE_USER}`,
  ];
  for (const statement of statements) await clickhouse.command(trusted(statement));
}

const onCluster = (cluster: string | undefined): string => (cluster === undefined ? '' : ` ON CLUSTER '${cluster}'`);

const hash = (password: string): string => createHash('sha256').update(password).digest('hex');

const userName = (accountId: string): string => `footfall_bi_${accountId.replaceAll('-', '')}`;

/** These statements take no parameters, so they consist of validated identifiers and the password's hash. */
export function userStatements({ accountId, websiteIds, cluster }: BiUserOptions, password: string): readonly Sql[] {
  for (const id of [accountId, ...websiteIds]) if (!UUID.test(id)) throw new Error('an identifier is no UUID');
  const name = userName(accountId);
  const on = onCluster(cluster);
  const settings = [
    // Clients may change output settings, but none with a constraint.
    'readonly = 2',
    `log_comment = '${websiteIds.join(',')}' CONST`,
    `max_execution_time = ${READER_LIMITS.max_execution_time} MAX ${READER_LIMITS.max_execution_time}`,
    `max_result_rows = ${READER_LIMITS.max_result_rows} MAX ${READER_LIMITS.max_result_rows}`,
    'max_memory_usage = 500000000 MAX 500000000',
    'max_concurrent_queries_for_user = 2 CONST',
    'allow_introspection_functions = 0 CONST',
  ];
  return [
    `CREATE SETTINGS PROFILE OR REPLACE ${name}${on} SETTINGS ${settings.join(', ')}`,
    `CREATE USER OR REPLACE ${name}${on} IDENTIFIED WITH sha256_hash BY '${hash(password)}' DEFAULT DATABASE bi SETTINGS PROFILE '${name}'`,
    `CREATE QUOTA OR REPLACE ${name}${on} FOR INTERVAL 1 minute MAX execution_time = ${SECONDS_A_MINUTE} TO ${name}`,
    `GRANT${on} SELECT ON bi.* TO ${name}`,
  ].map(trusted);
}

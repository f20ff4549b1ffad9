import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { generateApiKey } from '../../src/accounts/api-keys.js';
import { createAccount } from '../../src/accounts/create-account.js';
import { readConfig } from '../../src/app/config.js';
import { openService, type Service } from '../../src/app/service.js';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { migrateClickHouse } from '../../src/clickhouse/migrate.js';
import { openClickHouse } from '../../src/clickhouse/open.js';
import { LOCAL, trusted } from '../../src/clickhouse/sql.js';
import { Sessionizer } from '../../src/collect/sessions/sessionizer.js';
import type { Places } from '../../src/collect/steps/place.js';
import type { ImportLimits } from '../../src/history/import/limits.js';
import type { Postgres } from '../../src/postgres/postgres.js';
import { named } from '../named.js';
import { testPostgres } from '../postgres/test-postgres.js';
import { note } from '../recent.js';
import { closedInTheEnd, makeRoom } from './kept-open.js';

export const BASE_URL = 'https://footfall.example';

/** The whole service on real engines, in a folder of its own. A process can have one at a time. */
export interface TestService extends Service {
  readonly clickhouse: ClickHouse;
  readonly folder: string;
  /** Epoch milliseconds of the service's clock, which a test may set. */
  clock: number;
  /** A new account and its key. */
  account(): Promise<{ readonly id: string; readonly key: string }>;
  /** Stops the service and starts it again on what it has left. */
  restart(): Promise<void>;
}

export interface TestServiceOptions {
  /** Wraps the ClickHouse client. */
  readonly wrapClickHouse?: (clickhouse: ClickHouse) => ClickHouse;
  /** Statements that change the schema when it is made. `{{local}}` is the suffix of the tables that hold rows. */
  readonly afterMigration?: readonly string[];
  /** A database in place of a fresh embedded one. */
  readonly postgres?: Postgres;
  /** Called with the data folder before anything is in it. */
  readonly prepare?: (folder: string) => void;
  /** Where it is reached, when a test listens for it. */
  readonly baseUrl?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly clock?: number;
  readonly importLimits?: Partial<ImportLimits>;
  readonly places?: Places;
  /** Whether links that sign in once work, as in the demo. */
  readonly signInLinks?: boolean;
  /** Called with each line of the log. */
  readonly onLog?: (line: string) => void;
}

export async function testService({
  environment = {},
  clock = Date.now(),
  ...options
}: TestServiceOptions = {}): Promise<TestService> {
  await makeRoom();
  const folder = await mkdtemp(join(tmpdir(), 'footfall-test-'));
  options.prepare?.(folder);
  const read = readConfig({
    DATA_DIR: folder,
    RATE_LIMIT_PER_MINUTE: '1000000',
    EVENT_RATE_LIMIT_PER_MINUTE: '0',
    // PostgreSQL is in memory, not in the folder, where a restart would miss it.
    ACCEPT_MISSING: 'postgres',
    ...environment,
  });
  const config = { ...read, signInLinks: options.signInLinks ?? read.signInLinks };
  const { cluster } = config.clickhouse;
  const postgres = options.postgres ?? (await named('opening PostgreSQL', testPostgres()));
  const time = { clock };
  const open = () =>
    openService({
      sessionizer: new Sessionizer(),
      config,
      log: openLog(options.onLog),
      now: () => time.clock,
      baseUrl: options.baseUrl ?? BASE_URL,
      ...(options.importLimits !== undefined && { importLimits: options.importLimits }),
      ...(options.places !== undefined && { places: options.places }),
      openEngines: async () => {
        const engine = await named('opening ClickHouse', openClickHouse(config.clickhouse, join(folder, 'clickhouse')));
        await named('making the tables', migrateClickHouse(engine, cluster));
        for (const statement of options.afterMigration ?? []) {
          await engine.command(trusted(statement.replaceAll(LOCAL, cluster === undefined ? '' : '_local')));
        }
        const clickhouse = options.wrapClickHouse?.(engine) ?? engine;
        return { clickhouse, postgres, close: () => clickhouse.close() };
      },
    });
  let running = await named('opening the service', open());
  let accounts = 0;
  const parts = () => {
    const { close, ...rest } = running;
    noteRequests(rest.app);
    noteRequests(rest.bi);
    return { ...rest, clickhouse: running.engines.clickhouse };
  };
  return Object.assign(time, parts(), {
    folder,
    account: async () => {
      accounts += 1;
      const { id } = await createAccount(postgres.db, { email: `owner-${accounts}@example.com` }, time.clock);
      return { id, key: await generateApiKey(postgres.db, id, undefined, time.clock) };
    },
    restart: async () => {
      await running.close();
      running = await open();
      Object.assign(time, parts());
    },
    close: closedInTheEnd(async () => {
      await running.close();
      await postgres.close();
      await rm(folder, { recursive: true, force: true });
    }),
  });
}

/** By default, a failed test shows the warnings; `TEST_LOG=info` writes everything at once. */
function openLog(onLog: ((line: string) => void) | undefined): Logger {
  if (onLog !== undefined) return pino({}, { write: onLog });
  const level = process.env.TEST_LOG;
  return level === undefined ? pino({ level: 'warn', base: null, timestamp: false }, { write: note }) : pino({ level });
}

/** Notes each request with the status of its answer. */
function noteRequests(app: Service['app'] | Service['bi']): void {
  const { fetch } = app;
  app.fetch = (request, ...rest) => {
    const told = (answer: Response): Response => {
      const { pathname, search } = new URL(request.url);
      note(`${request.method} ${pathname}${search}: ${answer.status}`);
      return answer;
    };
    const answer = fetch(request, ...rest);
    return answer instanceof Promise ? answer.then(told) : told(answer);
  };
}

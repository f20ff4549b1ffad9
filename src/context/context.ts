import type { Logger } from 'pino';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import type { Warn } from '../lib/log.js';
import type { Database, Postgres } from '../postgres/postgres.js';

/** Choices of the operator that several folders need; `app/config.ts` has the others. */
export interface SharedConfig {
  /** Absolute path; contains the embedded engines, the journal and the generated secret. */
  readonly dataDir: string;
  readonly clickhouse: { readonly url: string | undefined; readonly cluster: string | undefined };
  /** Upper limit of the retention of every website; undefined for none. */
  readonly retentionMonths: number | undefined;
  /** Absolute path of the folder below which owners may write files; undefined when disabled. */
  readonly exportDir: string | undefined;
  /** Applies to exports too. */
  readonly webhookAllowPrivate: boolean;
}

/** Opened once, by `app/context.ts`, and passed on to each part of the service. */
export interface Context {
  readonly config: SharedConfig;
  /** Permanent id of this installation. */
  readonly instance: string;
  /** Key of visitor ids, sign-in sessions and stored credentials. */
  readonly secret: string;
  readonly clickhouse: ClickHouse;
  readonly postgres: Postgres;
  readonly db: Database;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Logger;
  readonly warn: Warn;
}

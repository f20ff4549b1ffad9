import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { instant, ofWebsite, type Sql, sql, trusted } from '../clickhouse/sql.js';
import { tableName } from '../clickhouse/tables.js';
import { AppError } from '../lib/errors.js';
import { type Text, t } from '../lib/language/translate.js';
import { isServerError } from './reader-error.js';
import { readerSettings } from './reader-settings.js';

/** The views that BI tools read. Each reads a table of the same name in `bi_rows`, which has the rows of every account. */
const VIEWS = ['events', 'visits', 'daily_visitors', 'websites'] as const;

type View = (typeof VIEWS)[number];

/** ClickHouse's code for a table that the user must not read. */
const ACCESS_DENIED = '497';

/** ClickHouse's code for changing a read-only setting. */
const READONLY = '164';

/** A policy that hides all rows would make the engine read to the end. */
const A_FEW_ROWS = { max_rows_to_read: 100_000, read_overflow_mode: 'break' };

const storedRow = z.object({ website_id: z.string(), time: z.coerce.number() });

/** A column by which few rows can be selected. */
const TIMES: Readonly<Record<View, string>> = {
  events: 'time',
  visits: 'quarter',
  daily_visitors: 'day',
  websites: 'written',
};

/** Checks are repeated after this time: someone may have reconfigured the server. */
const VALID_MS = 10 * 60_000;

/** Checks that passed, and when they began. */
class Proven {
  areRights = false;
  /** Hidden rows can only be verified in tables that have rows. */
  readonly views = new Set<View>();
  readonly since = performance.now();
}

/**
 * Verifies a ClickHouse server's tenant isolation by queries that must fail: as the user of the statements, reading a
 * table itself and changing the list of websites; as the user of the views, reading rows of no website.
 */
export class ServerProof {
  #proven = new Proven();

  constructor(
    /** The service's connection, whose user the views run as. */
    private readonly clickhouse: Pick<ClickHouse, 'query'>,
    /** Runs a statement as the user whose rights are verified. */
    private readonly ask: (statement: string, settings: Readonly<Record<string, string | number>>) => Promise<string>,
  ) {}

  /**
   * Runs the checks that are missing or outdated.
   *
   * @throws AppError `unavailable` when the server answers a query that must fail
   */
  async give(): Promise<void> {
    if (performance.now() > this.#proven.since + VALID_MS) this.forget();
    // A `forget` during the check stays in effect.
    const proven = this.#proven;
    if (!proven.areRights) {
      await this.#proveRights();
      proven.areRights = true;
    }
    for (const view of VIEWS) {
      if (!proven.views.has(view) && (await this.#proveRowsAreHidden(view))) proven.views.add(view);
    }
  }

  /** Discards all results. */
  forget(): void {
    this.#proven = new Proven();
  }

  async #proveRights(): Promise<void> {
    const [current] = await this.#query(z.object({ name: z.string() }), sql`SELECT currentDatabase() AS name`);
    await this.#requireRefusal(`SELECT 1 FROM \`${current?.name}\`.events LIMIT 1`, ACCESS_DENIED);
    await this.#requireRefusal("SELECT 1 SETTINGS log_comment = 'another'", READONLY);
    for (const view of VIEWS) {
      const answer = await this.#ask(`SELECT 1 FROM bi.${view} LIMIT 1`).catch((error: unknown) => {
        if (!isServerError(error)) throw error;
        throw off('SQL is off on this ClickHouse server: its user cannot read {view} ({error})', {
          view: `bi.${view}`,
          error: String(error.type),
        });
      });
      if (answer !== '') throw showsAll(`bi.${view}`);
    }
  }

  /** True when the view has rows, all of them hidden; false when it has none. */
  async #proveRowsAreHidden(view: View): Promise<boolean> {
    const time = trusted(TIMES[view]);
    const [stored] = await this.#query(
      storedRow,
      sql`SELECT website_id, toUnixTimestamp64Milli(toDateTime64(${time}, 3)) AS time FROM ${tableName(view)} LIMIT 1`,
    );
    if (stored === undefined) return false;
    // Where rows are hidden, the engine reads everything that the condition allows.
    const ofStored = sql`${ofWebsite(stored.website_id)} AND ${time} = ${instant(stored.time)}`;
    const shown = await this.#query(z.unknown(), sql`SELECT 1 FROM bi_rows.${trusted(view)} WHERE ${ofStored} LIMIT 1`);
    if (shown.length > 0) throw showsAll(`bi_rows.${view}`);
    return true;
  }

  /** The policies read the list of websites from `log_comment`. The name of this service query there contains none. */
  #query<Row>(row: z.ZodType<Row>, statement: Sql): Promise<readonly Row[]> {
    return this.clickhouse.query({ name: 'bi/proof', row, sql: statement });
  }

  async #requireRefusal(statement: string, code: string): Promise<void> {
    const refusal = await this.#ask(statement).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (refusal === undefined) {
      throw off('SQL is off on this ClickHouse server: it does not keep accounts apart, as it answers {statement}', {
        statement,
      });
    }
    if (!isServerError(refusal)) throw refusal;
    if (refusal.code !== code) {
      throw off('SQL is off on this ClickHouse server: {statement} fails with another error than it should ({error})', {
        statement,
        error: String(refusal.type),
      });
    }
  }

  #ask(statement: string): Promise<string> {
    return this.ask(statement, { ...readerSettings({ websiteIds: [], settings: {} }), ...A_FEW_ROWS });
  }
}

const off = (text: Text, values: Readonly<Record<string, string>>): AppError =>
  new AppError('unavailable', [t(text, values)]);

const showsAll = (view: string): AppError =>
  off('SQL is off on this ClickHouse server: it does not keep accounts apart, as {view} shows rows of all accounts', {
    view,
  });

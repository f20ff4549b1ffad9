import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { instant, ofWebsite, type Sql, sql, trusted } from '../clickhouse/sql.js';
import { tableName } from '../clickhouse/tables.js';
import { AppError } from '../lib/errors.js';
import { isServerError } from './reader-error.js';
import { readerSettings } from './reader-settings.js';

/** The views that BI tools read. Each reads a table of the same name in `bi_rows`, which has the rows of every account. */
const VIEWS = ['events', 'visits', 'daily_visitors', 'websites'] as const;

type View = (typeof VIEWS)[number];

/** ClickHouse's code for a table that the user must not read. */
const ACCESS_DENIED = '497';

/** ClickHouse's code for a setting that must not be changed. */
const READONLY = '164';

/** A view that hides all rows would be read to its end. */
const A_FEW_ROWS = { max_rows_to_read: 100_000, read_overflow_mode: 'break' };

const storedRow = z.object({ website_id: z.string(), time: z.coerce.number() });

/** The column of each table by which few rows are chosen. */
const TIMES: Readonly<Record<View, string>> = {
  events: 'time',
  visits: 'quarter',
  daily_visitors: 'day',
  websites: 'written',
};

/** After this time everything is asked again: somebody may have changed the server. */
const VALID_MS = 10 * 60_000;

export interface ServerProofDeps {
  /** Runs a statement as the user whose rights are tried. */
  readonly ask: (statement: string, settings: Readonly<Record<string, string | number>>) => Promise<string>;
  /** The service's own connection, whose user the views read as. */
  readonly clickhouse: Pick<ClickHouse, 'query'>;
}

/** What was proven, and when it was begun. */
class Proven {
  areRights = false;
  /** A table shows that its rows are hidden only when there are some. */
  readonly views = new Set<View>();
  readonly since = performance.now();
}

/**
 * Tries whether a ClickHouse server keeps accounts apart, by asking what must not be answered: as the user of their statements, a
 * table itself and another list of websites; and as the user of the views, the rows of no website.
 */
export class ServerProof {
  #proven = new Proven();

  constructor(private readonly deps: ServerProofDeps) {}

  /**
   * Asks what was not proven yet, or long ago.
   *
   * @throws AppError `unavailable` when the server answers what it must not
   */
  async give(): Promise<void> {
    if (performance.now() > this.#proven.since + VALID_MS) this.forget();
    // What is forgotten meanwhile stays forgotten.
    const proven = this.#proven;
    if (!proven.areRights) {
      await this.#proveRights();
      proven.areRights = true;
    }
    for (const view of VIEWS) {
      if (!proven.views.has(view) && (await this.#proveRowsAreHidden(view))) proven.views.add(view);
    }
  }

  /** Lets everything be asked again. */
  forget(): void {
    this.#proven = new Proven();
  }

  async #proveRights(): Promise<void> {
    const [current] = await this.#query(z.object({ name: z.string() }), sql`SELECT currentDatabase() AS name`);
    await this.#requireRefusal(`SELECT 1 FROM \`${current?.name}\`.events LIMIT 1`, ACCESS_DENIED);
    await this.#requireRefusal("SELECT 1 SETTINGS log_comment = 'another'", READONLY);
    for (const view of VIEWS) {
      const answer = await this.#ask(`SELECT 1 FROM bi.${view} LIMIT 1`).catch((error: unknown) => {
        throw isServerError(error) ? off(`its user cannot read bi.${view} (${error.type})`) : error;
      });
      if (answer !== '') throw closed(`bi.${view} shows rows of all accounts`);
    }
  }

  /** Returns whether there are rows, all of them hidden. */
  async #proveRowsAreHidden(view: View): Promise<boolean> {
    const time = trusted(TIMES[view]);
    const [stored] = await this.#query(
      storedRow,
      sql`SELECT website_id, toUnixTimestamp64Milli(toDateTime64(${time}, 3)) AS time FROM ${tableName(view)} LIMIT 1`,
    );
    if (stored === undefined) return false;
    // Where the rows are hidden, everything that the condition allows is read.
    const ofStored = sql`${ofWebsite(stored.website_id)} AND ${time} = ${instant(stored.time)}`;
    const shown = await this.#query(z.unknown(), sql`SELECT 1 FROM bi_rows.${trusted(view)} WHERE ${ofStored} LIMIT 1`);
    if (shown.length > 0) throw closed(`bi_rows.${view} shows rows of all accounts`);
    return true;
  }

  /** The policies read the list of websites from `log_comment`, which has the name of a query of the service: this one lists none. */
  #query<Row>(row: z.ZodType<Row>, statement: Sql): Promise<readonly Row[]> {
    return this.deps.clickhouse.query({ name: 'bi/proof', row, sql: statement });
  }

  async #requireRefusal(statement: string, code: string): Promise<void> {
    const refusal = await this.#ask(statement).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (refusal === undefined) throw closed(`it answers ${statement}`);
    if (!isServerError(refusal)) throw refusal;
    if (refusal.code !== code) throw off(`${statement} fails with another error than it should (${refusal.type})`);
  }

  #ask(statement: string): Promise<string> {
    return this.deps.ask(statement, { ...readerSettings({ websiteIds: [], settings: {} }), ...A_FEW_ROWS });
  }
}

const off = (reason: string): AppError =>
  new AppError('unavailable', [`SQL is off on this ClickHouse server: ${reason}`]);

const closed = (reason: string): AppError => off(`it does not keep accounts apart, as ${reason}`);

import { z } from 'zod';
import { AppError } from '../lib/errors.js';
import type { ClickHouse } from './clickhouse.js';
import { isServerError } from './reader-error.js';
import { readerSettings } from './reader-settings.js';
import { ofWebsite, type Sql, sql, trusted } from './sql.js';
import { tableName } from './tables.js';

/** The views that BI tools read. Each reads a table of the same name in `bi_rows`, which has the rows of every account. */
const VIEWS = ['events', 'visits', 'daily_visitors', 'websites'] as const;

type View = (typeof VIEWS)[number];

/** ClickHouse's code for a table that the user must not read. */
const ACCESS_DENIED = '497';

/** ClickHouse's code for a setting that must not be changed. */
const READONLY = '164';

/** A view that hides all rows would be read to its end. */
const A_FEW_ROWS = { max_rows_to_read: 100_000, read_overflow_mode: 'break' };

const storedRow = z.object({ website_id: z.string() });

/** After this time everything is asked again: somebody may have changed the server. */
const VALID_MS = 10 * 60_000;

export interface ServerProofDeps {
  /** Runs a statement as the user whose rights are tried. */
  readonly ask: (statement: string, settings: Readonly<Record<string, string | number>>) => Promise<string>;
  /** The service's own connection, whose user the views read as. */
  readonly clickhouse: Pick<ClickHouse, 'query'>;
}

/**
 * Tries whether a ClickHouse server keeps accounts apart, by asking what must not be answered: as the user of their statements, a
 * table itself and another list of websites; and as the user of the views, the rows of no website.
 */
export class ServerProof {
  #areRightsProven = false;
  /** A table shows that its rows are hidden only when there are some. */
  #unproven = new Set<View>(VIEWS);
  #since = performance.now();

  constructor(private readonly deps: ServerProofDeps) {}

  /**
   * Asks what was not proven yet, or long ago.
   *
   * @throws AppError `unavailable` when the server answers what it must not
   */
  async give(): Promise<void> {
    if (performance.now() > this.#since + VALID_MS) this.forget();
    if (!this.#areRightsProven) {
      await this.#proveRights();
      this.#areRightsProven = true;
    }
    for (const view of this.#unproven) {
      if (await this.#proveRowsAreHidden(view)) this.#unproven.delete(view);
    }
  }

  /** Lets everything be asked again. */
  forget(): void {
    this.#areRightsProven = false;
    this.#unproven = new Set(VIEWS);
    this.#since = performance.now();
  }

  async #proveRights(): Promise<void> {
    const [current] = await this.#query(z.object({ name: z.string() }), sql`SELECT currentDatabase() AS name`);
    await this.#requireRefusal(`SELECT 1 FROM \`${current?.name}\`.events LIMIT 1`, ACCESS_DENIED);
    await this.#requireRefusal("SELECT 1 SETTINGS log_comment = 'another'", READONLY);
    for (const view of VIEWS) {
      await this.#ask(`SELECT 1 FROM bi.${view} LIMIT 1`).catch((error: unknown) => {
        throw isServerError(error) ? off(`its user cannot read bi.${view} (${error.type})`) : error;
      });
    }
  }

  /** Returns whether there are rows, all of them hidden. */
  async #proveRowsAreHidden(view: View): Promise<boolean> {
    const [stored] = await this.#query(storedRow, sql`SELECT website_id FROM ${tableName(view)} LIMIT 1`);
    if (stored === undefined) return false;
    const ofStored = ofWebsite(stored.website_id);
    const shown = await this.#query(z.unknown(), sql`SELECT 1 FROM bi_rows.${trusted(view)} WHERE ${ofStored} LIMIT 1`);
    if (shown.length > 0) throw closed(`bi_rows.${view} shows rows of all accounts`);
    return true;
  }

  /** The name of a query is its list of websites, too: this one is none. */
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

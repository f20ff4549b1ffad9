import { AppError } from '../lib/errors.js';
import { isServerError } from './reader-error.js';
import { readerSettings } from './reader-settings.js';

/** The views that BI tools read. Each has rows of every account in a table of the same name. */
const VIEWS = ['events', 'visits', 'daily_visitors', 'websites'] as const;

/** ClickHouse's code for a table that the user must not read. */
const ACCESS_DENIED = '497';

/** ClickHouse's code for a setting that must not be changed. */
const READONLY = '164';

/** A view that hides all rows would be read to its end. */
const A_FEW_ROWS = { max_rows_to_read: 100_000, read_overflow_mode: 'break' };

type Settings = Readonly<Record<string, string | number>>;

export interface ServerProofDeps {
  /** Runs a statement as the user whose rights are tried. */
  readonly ask: (statement: string, settings: Settings) => Promise<string>;
  /** The database of the tables. */
  readonly database: () => Promise<string>;
  /** Returns whether a table has any row. */
  readonly hasRows: (table: (typeof VIEWS)[number]) => Promise<boolean>;
}

/**
 * Tries whether a ClickHouse server keeps accounts apart, by asking as the user of their statements what must not be answered: a
 * table itself, other settings, and the rows of no website.
 */
export class ServerProof {
  #areRightsProven = false;
  /** A view shows that it hides rows only when there are some. */
  readonly #unproven = new Set<(typeof VIEWS)[number]>(VIEWS);

  constructor(private readonly deps: ServerProofDeps) {}

  /**
   * Asks what was not proven yet.
   *
   * @throws AppError `unavailable` when the server answers what it must not
   */
  async give(): Promise<void> {
    if (!this.#areRightsProven) {
      const database = await this.deps.database();
      await this.#requireRefusal(`SELECT 1 FROM \`${database}\`.events LIMIT 1`, ACCESS_DENIED);
      await this.#requireRefusal("SELECT 1 SETTINGS log_comment = 'another'", READONLY);
      this.#areRightsProven = true;
    }
    for (const view of this.#unproven) {
      const answer = await this.#ask(`SELECT count() FROM (SELECT 1 FROM bi.${view} LIMIT 1)`).catch(
        (error: unknown) => {
          throw isServerError(error) ? off(`its user cannot read bi.${view} (${error.type})`) : error;
        },
      );
      if (answer.trim() !== '0') throw closed(`bi.${view} shows rows of all accounts`);
      if (await this.deps.hasRows(view)) this.#unproven.delete(view);
    }
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

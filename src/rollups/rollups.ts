import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { integer, sql } from '../clickhouse/sql.js';
import { before } from '../stats/conditions.js';
import type { Built } from '../stats/question.js';
import { startOfLocalDay } from '../time/index.js';
import { bringUp, SETTLED_AFTER_MS } from './bring-up.js';
import { isRight, type Made, madeOf } from './record.js';

/** A website with fewer rows answers from its events as quickly. */
const FEWEST_ROWS = 100_000;

/** Rows that are not right any more are cleared so long after their record: a question may be reading them. */
const GRACE_MS = 35_000;

const ROUND_MS = 60_000;

export interface RollupParts {
  readonly clickhouse: ClickHouse;
  /** The time zone of a website; undefined for one that is gone. */
  readonly zoneOf: (websiteId: string) => string | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Runs a task, unless another process runs one; `lost` is aborted when another may begin. */
  readonly exclusively: (task: (lost: AbortSignal) => Promise<void>) => Promise<boolean>;
  readonly log: (error: unknown) => void;
  readonly fewestRows?: number;
  readonly mostRows?: number;
  readonly graceMs?: number;
}

interface ZonedWebsite {
  readonly id: string;
  readonly timezone: string;
}

/** Whether a record is right, and of which version of ClickHouse's rows that is said. */
interface Check {
  readonly version: number | undefined;
  readonly right: Promise<boolean>;
}

/** What is to be made anew. */
export interface Rebuilt {
  readonly websiteId?: string | undefined;
  readonly month?: string | undefined;
}

const websiteRow = z.object({ website_id: z.string() });
const sizeRow = websiteRow.extend({ first: z.coerce.number(), settled: z.coerce.number() });

type LargeWebsite = z.infer<typeof sizeRow>;

/**
 * Makes and keeps what answers for the settled days of large websites. No figure shows it: what is missing, or not right
 * any more because older events came, is answered from events until it has been made again.
 */
export class Rollups {
  readonly #parts: RollupParts;
  /** The websites that may have any; for the others nobody needs to ask. */
  #websites: ReadonlySet<string> = new Set();
  /** The records that were found last: most are right still, which is quicker to see than to find one. */
  readonly #made = new Map<string, Made>();
  readonly #checks = new WeakMap<Made, Check>();
  /** The settled rows of large websites, as the last round saw them. */
  readonly #settled = new Map<string, number>();
  #round: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  readonly #closing = new AbortController();

  private constructor(parts: RollupParts) {
    this.#parts = parts;
  }

  static async open(parts: RollupParts): Promise<Rollups> {
    const rollups = new Rollups(parts);
    await rollups.#learn();
    return rollups;
  }

  /**
   * The answer to a question by what the rollups of a website have, as far as they reach and are right at this moment. The
   * record found last is checked beside the question, which is asked again if that is not right any more.
   */
  readonly withBuilt = async <Answer>(
    website: ZonedWebsite,
    ask: (built: Built | undefined) => Promise<Answer>,
  ): Promise<Answer> => {
    if (!this.#websites.has(website.id)) return ask(undefined);
    const began = performance.now();
    const answer = await this.#askMade(website, ask);
    // What had to wait so long for its turn may have read rows while they were cleared.
    return performance.now() - began < GRACE_MS ? answer : ask(undefined);
  };

  async #askMade<Answer>(
    { id, timezone }: ZonedWebsite,
    ask: (built: Built | undefined) => Promise<Answer>,
  ): Promise<Answer> {
    const known = this.#made.get(id);
    if (known?.zone === timezone) {
      const [answer, right] = await Promise.all([ask(known), this.#isRight(id, known)]);
      if (right) return answer;
    }
    const made = await madeOf(this.#parts.clickhouse, id, timezone);
    if (made === undefined) this.#made.delete(id);
    else this.#made.set(id, made);
    return ask(made);
  }

  /** While nothing is written, what was right is right still: the questions in between share one check. */
  #isRight(id: string, made: Made): Promise<boolean> {
    const { clickhouse } = this.#parts;
    const version = clickhouse.version();
    const last = this.#checks.get(made);
    if (version !== undefined && last?.version === version) return last.right;
    const right = isRight(clickhouse, id, made);
    this.#checks.set(made, { version, right });
    right.catch(() => this.#checks.delete(made));
    return right;
  }

  /** Brings the rollups of large websites up to date, now and then once a minute, unless old events still come in. */
  start(): void {
    void this.bringUpAll((website) => this.#isQuiet(website)).finally(() => {
      if (!this.#closing.signal.aborted) this.#timer = setTimeout(() => this.start(), ROUND_MS);
    });
  }

  /** One round of it, after those that have begun. */
  bringUpAll(isDue: (website: LargeWebsite) => boolean = () => true): Promise<void> {
    this.#round = this.#round.then(() => this.#bringUpAll(isDue)).catch(this.#parts.log);
    return this.#round;
  }

  /**
   * Makes rollups anew, whatever is there: of one website or all, from a local month (`YYYY-MM`) on or from the start.
   * Says of how many websites; undefined when another process is at it.
   */
  async rebuild({ websiteId, month }: Rebuilt): Promise<number | undefined> {
    let websites = 0;
    const isDone = await this.#exclusively(async (signal) => {
      for (const website of await this.#large()) {
        const zone = this.#parts.zoneOf(website.website_id);
        if (zone === undefined || (websiteId !== undefined && website.website_id !== websiteId)) continue;
        await this.#bringUp(website, signal, month === undefined ? 0 : startOfLocalDay(`${month}-01`, zone));
        signal.throwIfAborted();
        websites += 1;
      }
    });
    return isDone ? websites : undefined;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await this.#round;
  }

  async #bringUpAll(isDue: (website: LargeWebsite) => boolean): Promise<void> {
    await this.#exclusively(async (signal) => {
      for (const website of (await this.#large()).filter(isDue)) await this.#bringUp(website, signal);
    });
    this.#made.clear();
    await this.#learn();
  }

  /** Runs a task that ends early when this is closed, or another process may begin. */
  #exclusively(task: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    return this.#parts.exclusively((lost) => task(AbortSignal.any([this.#closing.signal, lost])));
  }

  /** Whether its settled rows are those of the last round: an import under way would make all work useless. */
  #isQuiet({ website_id, settled }: LargeWebsite): boolean {
    const before = this.#settled.get(website_id);
    this.#settled.set(website_id, settled);
    return before === settled;
  }

  async #bringUp({ website_id, first }: LargeWebsite, signal: AbortSignal, anewFrom?: number): Promise<void> {
    const { clickhouse, zoneOf, now, log, mostRows, graceMs = GRACE_MS } = this.#parts;
    const zone = zoneOf(website_id);
    if (zone === undefined || signal.aborted) return;
    try {
      const task = { clickhouse, websiteId: website_id, zone, first, now: now(), anewFrom, graceMs, mostRows };
      await bringUp({ ...task, signal });
    } catch (error) {
      if (!signal.aborted) log(error);
    }
  }

  #large(): Promise<readonly LargeWebsite[]> {
    return this.#parts.clickhouse.query({
      name: 'rollups/large websites',
      row: sizeRow,
      sql: sql`SELECT website_id, toUnixTimestamp(min(hour)) * 1000 AS first,
  sumIf(rows, ${before(sql`hour`, this.#parts.now() - SETTLED_AFTER_MS)}) AS settled
FROM arrivals
GROUP BY website_id
HAVING sum(rows) >= ${integer(this.#parts.fewestRows ?? FEWEST_ROWS)}`,
    });
  }

  async #learn(): Promise<void> {
    const rows = await this.#parts.clickhouse.query({
      name: 'rollups/websites',
      row: websiteRow,
      sql: sql`SELECT DISTINCT website_id FROM built`,
    });
    this.#websites = new Set(rows.map(({ website_id }) => website_id));
  }
}

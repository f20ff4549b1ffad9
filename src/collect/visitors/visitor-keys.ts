import { randomBytes } from 'node:crypto';
import type { Context } from '../../context/context.js';
import { AppError } from '../../lib/errors.js';
import { memoizePromise } from '../../lib/memoize.js';
import { MAX_SESSION_MS } from '../sessions/session.js';
import { findRotation, noteRotation } from './chosen-rotation.js';
import { periodStart, periodsAround, type Rotation, type VisitorIdRotation } from './rotation.js';
import { deleteSalts, keepSalts, offerSalts, readSalts } from './salts.js';

export interface Keys {
  readonly current: string;
  /** The key until the last rotation, while a session that began with it can continue. */
  readonly former?: string;
}

/** In memory. */
export interface VisitorKeys {
  /**
   * @param time epoch milliseconds
   * @throws AppError `unavailable` before `open` has resolved
   */
  readonly at: (time: number) => Keys;
  /** Called periodically. Resolves even when PostgreSQL does not answer. */
  refresh(): Promise<void>;
  /** Resolves when no query of PostgreSQL is under way. */
  close(): Promise<void>;
}

/** Its rotation may still be undecided. */
export interface InstallationKeys extends VisitorKeys {
  /**
   * Reads the rotation and its salts, once. The owner chooses the rotation before there is a website, so that keys that
   * are opened when the first website is known are the same in every process. Rejects while PostgreSQL is unavailable.
   */
  readonly open: () => Promise<void>;
}

const NOT_LOADED = 'visitor ID salts could not be loaded';

/**
 * The keys are not open yet.
 *
 * @param configured `VISITOR_ID_ROTATION`; undefined for the owner's choice
 */
export function visitorKeys(context: Context, configured: VisitorIdRotation | undefined): InstallationKeys {
  let opened: VisitorKeys | undefined;
  const open = memoizePromise(async () => {
    const { db, now, warn } = context;
    const rotation = await findRotation(db, configured);
    opened = await openKeys(context, rotation);
    await noteRotation(db, rotation, now()).catch(warn('a note about another rotation of visitor IDs was not written'));
  });
  return {
    open,
    at: (time) => {
      if (opened !== undefined) return opened.at(time);
      open().catch(context.warn(NOT_LOADED));
      throw new AppError('unavailable', ['The keys of visitor IDs are being loaded: try again']);
    },
    refresh: async () => opened?.refresh(),
    close: async () => opened?.close(),
  };
}

/** Without rotation the secret alone is the key, and all salts are deleted. */
async function openKeys(context: Context, rotation: VisitorIdRotation): Promise<VisitorKeys> {
  if (rotation !== 'never') return RotatingKeys.open(context, rotation);
  await deleteSalts(context.db);
  const keys = { current: context.secret };
  return { at: () => keys, refresh: async () => {}, close: async () => {} };
}

interface Salt {
  readonly start: number;
  readonly salt: string;
}

/**
 * Keys from the secret and a salt per period, which all processes share through PostgreSQL. Salts are fetched a day
 * ahead; while PostgreSQL is unavailable for longer, the last one stays in use.
 */
export class RotatingKeys implements VisitorKeys {
  /** In the order of their periods, never empty. */
  #salts: readonly Salt[] = [];
  #running: Promise<void> | undefined;

  private constructor(
    private readonly context: Context,
    private readonly rotation: Rotation,
  ) {}

  /** Throws when PostgreSQL does not answer. */
  static async open(context: Context, rotation: Rotation): Promise<RotatingKeys> {
    const keys = new RotatingKeys(context, rotation);
    await keys.#read();
    return keys;
  }

  readonly at = (time: number): Keys => {
    const { secret } = this.context;
    const { start, salt } = this.#inUse(time);
    const former = this.#salts.findLast((other) => other.start < start);
    const current = secret + salt;
    return former === undefined || time - start >= MAX_SESSION_MS
      ? { current }
      : { current, former: secret + former.salt };
  };

  refresh(): Promise<void> {
    this.#forget();
    this.#running ??= this.#read()
      .catch(this.context.warn(NOT_LOADED))
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  async close(): Promise<void> {
    await this.#running;
  }

  async #read(): Promise<void> {
    const { rotation } = this;
    const { db, now } = this.context;
    const time = now();
    const periods = periodsAround(rotation, time);
    const present = periodStart(rotation, time);
    // Salts in use are stored again, in case the table has lost them.
    const known = new Map(this.#salts.map(({ start, salt }) => [start, salt]));
    const offered = new Map(
      periods.filter((start) => start >= present).map((start) => [start, known.get(start) ?? newSalt()]),
    );
    await offerSalts(db, rotation, offered, time);
    const shared = await readSalts(db, rotation, periods);
    this.#salts = periods.flatMap((start) => {
      const salt = shared.get(start) ?? offered.get(start) ?? known.get(start);
      return salt === undefined ? [] : [{ start, salt }];
    });
    await keepSalts(db, rotation, periods, time);
  }

  /** Removes expired salts from memory, whether or not PostgreSQL answers, except the one that is still in use. */
  #forget(): void {
    const { now } = this.context;
    const [oldest = 0] = periodsAround(this.rotation, now());
    const inUse = this.#inUse(now());
    this.#salts = this.#salts.filter((salt) => salt.start >= oldest || salt === inUse);
  }

  #inUse(time: number): Salt {
    const found = this.#salts.findLast(({ start }) => start <= time) ?? this.#salts[0];
    if (found === undefined) throw new Error('there is no salt');
    return found;
  }
}

const newSalt = (): string => randomBytes(32).toString('hex');

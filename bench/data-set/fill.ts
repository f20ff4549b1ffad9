import { setTimeout as wait } from 'node:timers/promises';
import { findAccountByEmail } from '../../src/accounts/accounts.js';
import { bootstrapAccount } from '../../src/accounts/create-account.js';
import type { Database } from '../../src/postgres/postgres.js';
import { websites } from '../../src/postgres/schema.js';
import type { Range } from '../../src/time/index.js';
import { newTrackingKey } from '../../src/websites/website.js';
import type { Engine } from '../engine/engine.js';
import { type DataSetOptions, dataStart, dataZone, plannedWebsites } from './plan.js';
import { insertRows, sessionsIn } from './rows.js';

export const owner = {
  email: 'bench@example.com',
  password: undefined,
  apiKey: `ff_live_${'be'.repeat(32)}`,
} as const;

/** Sessions per block: a block fits into memory for any number of events. */
const SESSIONS_AT_ONCE = 300_000;

/** Returns the account's id. */
export async function addWebsites(db: Database): Promise<string> {
  await bootstrapAccount(db, owner, dataStart);
  const account = await findAccountByEmail(db, owner.email);
  if (account === undefined) throw new Error('the account was made a line above');
  const at = new Date(dataStart);
  await db.insert(websites).values(
    plannedWebsites.map(({ id, domain }) => ({
      id,
      domain,
      accountId: account.id,
      name: domain,
      timezone: dataZone,
      trackingKey: newTrackingKey(),
      createdAt: at,
      updatedAt: at,
    })),
  );
  return account.id;
}

/** Inserts the events of a range into a table with the columns of `events`. */
export async function insertEvents(
  engine: Engine,
  options: DataSetOptions,
  range: Range,
  accountId: string,
  table = 'events',
): Promise<void> {
  const { first, count } = sessionsIn(options, range);
  for (let done = 0; done < count; done += SESSIONS_AT_ONCE) {
    const sessions = { first: first + done, count: Math.min(SESSIONS_AT_ONCE, count - done) };
    await engine.run(insertRows(options, sessions, range, accountId, table));
  }
}

export async function awaitMerges(engine: Engine): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    await wait(500);
    const [found] = await engine.rows<{ readonly merges: string }>('SELECT count() AS merges FROM system.merges');
    quiet = Number(found?.merges) === 0 ? quiet + 1 : 0;
  }
}

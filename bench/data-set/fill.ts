import { bootstrapAccount } from '../../src/accounts/bootstrap.js';
import { findAccountByEmail } from '../../src/accounts/find-account-by-email.js';
import { trusted } from '../../src/clickhouse/sql.js';
import type { Engines } from '../../src/engines.js';
import { websites } from '../../src/postgres/schema.js';
import { newTrackingKey } from '../../src/websites/tracking-key.js';
import { type DataSetOptions, dataEnd, dataStart, dataZone, days, months, plannedWebsites } from './plan.js';
import { insertRows, type SessionRange, sessionsByDay } from './rows.js';

export const owner = {
  email: 'bench@example.com',
  password: undefined,
  apiKey: `ff_live_${'be'.repeat(32)}`,
} as const;

/** A block of this many sessions fits into memory however many events are asked for. */
const SESSIONS_AT_ONCE = 300_000;

/** The account, its websites, and their events. */
export async function fill(
  { clickhouse, postgres: { db } }: Engines,
  options: DataSetOptions,
  onProgress: (done: number, of: number) => void,
): Promise<void> {
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
  const ranges = rangesOf(options);
  for (const [done, range] of ranges.entries()) {
    onProgress(done, ranges.length);
    await clickhouse.command(trusted(insertRows(options, range, account.id)));
  }
  onProgress(ranges.length, ranges.length);
}

/** Each month in its own inserts, for events come in the order of their times. */
function rangesOf(options: DataSetOptions): readonly SessionRange[] {
  const { total, before } = sessionsByDay(options);
  const firstOf = (instant: number) => (instant === dataEnd ? total : (before[days.indexOf(instant)] ?? total));
  return months.flatMap(({ start, end }) => {
    const [first, last] = [firstOf(start), firstOf(end)];
    const blocks = Math.max(1, Math.ceil((last - first) / SESSIONS_AT_ONCE));
    const size = Math.ceil((last - first) / blocks);
    return Array.from({ length: blocks }, (_, block) => {
      const from = first + block * size;
      return { first: from, count: Math.min(size, last - from) };
    });
  });
}

import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Session } from 'chdb';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ClickHouseError } from '../../src/clickhouse/clickhouse.js';
import { sql } from '../../src/clickhouse/sql.js';
import { openEmbedded } from './each-clickhouse.js';
import { rowsOf } from './rows.js';

describe('the embedded engine', () => {
  const busy = sql`SELECT sleep(3) AS n`;

  afterEach(() => void vi.restoreAllMocks());

  test('has at most four calls under way, however many are asked for', async () => {
    const { clickhouse, close } = await openEmbedded();
    let underWay = 0;
    let most = 0;
    const original = Session.prototype.queryAsync;
    vi.spyOn(Session.prototype, 'queryAsync').mockImplementation(async function (this: Session, ...call) {
      underWay += 1;
      most = Math.max(most, underWay);
      return original.apply(this, call).finally(() => {
        underWay -= 1;
      });
    });
    const asked = Array.from({ length: 50 }, (_, index) => rowsOf(clickhouse, sql`SELECT 1`).then(() => index));
    const told = Array.from({ length: 20 }, () => clickhouse.command(sql`SELECT 1`));
    await Promise.all([...asked, ...told]);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(4);
    await close();
  });

  test('leaves threads for the disk: a record is synced while it is busy', async () => {
    const { clickhouse, close } = await openEmbedded();
    const order: string[] = [];
    const statements = [rowsOf(clickhouse, busy), rowsOf(clickhouse, busy), clickhouse.command(busy)].map((each) =>
      each.then(() => order.push('statement')),
    );
    const path = join(tmpdir(), `footfall-sync-${process.pid}`);
    const file = await open(path, 'w');
    await file.write('record');
    await file.datasync();
    order.push('synced');
    await Promise.all(statements);
    await file.close();
    await rm(path);
    await close();
    expect(order).toEqual(['synced', 'statement', 'statement', 'statement']);
  });

  test('that is closed refuses, and does not keep anyone waiting', async () => {
    const { clickhouse, close } = await openEmbedded();
    await close();
    await expect(rowsOf(clickhouse, sql`SELECT 1`)).rejects.toThrow(ClickHouseError);
    await expect(clickhouse.command(sql`SELECT 1`)).rejects.toThrow(ClickHouseError);
    await expect(clickhouse.ping()).rejects.toThrow(ClickHouseError);
  });
});

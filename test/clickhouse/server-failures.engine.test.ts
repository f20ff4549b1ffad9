import { describe, expect, test } from 'vitest';
import { isRowError } from '../../src/clickhouse/row-error.js';
import { openServer } from '../../src/clickhouse/server.js';
import { sql } from '../../src/clickhouse/sql.js';
import { listen } from './http-server.js';
import { rowsOf } from './rows.js';

describe('the failure of a server', () => {
  const insert = { table: 'events', columns: ['path'], body: Buffer.from('["/"]\n'), token: 'token' } as const;

  test('that is away has no number, and is no fault of a row', async () => {
    const { url, close } = await listen(async () => ({ output: new Uint8Array() }));
    await close();
    const clickhouse = openServer(url, undefined);
    for (const asked of [
      () => clickhouse.ping(),
      () => rowsOf(clickhouse, sql`SELECT 1`),
      () => clickhouse.insert(insert),
    ]) {
      const error = await asked().catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: 'ClickHouseError', code: undefined });
      expect(isRowError(error)).toBe(false);
    }
    await clickhouse.close();
  });

  test('behind a proxy that answers for it is no fault of a row', async () => {
    const proxy = await listen(async () => ({ error: '<html>502 Bad Gateway</html>', code: 0 }));
    const clickhouse = openServer(proxy.url, undefined);
    const error = await clickhouse.insert(insert).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ClickHouseError', code: undefined });
    expect(isRowError(error)).toBe(false);
    await clickhouse.close();
    await proxy.close();
  });
});

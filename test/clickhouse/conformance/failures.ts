import { Hono } from 'hono';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { isRowError } from '../../src/clickhouse/row-error.js';
import { openServer } from '../../src/clickhouse/server.js';
import { sql, string } from '../../src/clickhouse/sql.js';
import { answerFailure } from '../../src/http/error-map.js';
import { eventColumns } from '../../src/sessions/row.js';
import { linesOf, trackedEvent } from '../sessions/tracked-event.js';
import { describeEachClickHouse } from './each-clickhouse.js';
import { listen } from './http-server.js';
import { rowsOf } from './rows.js';

const SECRET = 'nobody-may-see-this';

afterEach(() => void vi.restoreAllMocks());

/** What a client is answered and what is logged when a route throws. */
async function told(error: unknown): Promise<{ readonly answer: unknown; readonly log: string }> {
  const lines: unknown[] = [];
  const app = new Hono();
  app.onError(answerFailure({ error: (line: object) => void lines.push(line) }, () => 0));
  app.get('/', () => {
    throw error;
  });
  return { answer: await (await app.request('/')).json(), log: JSON.stringify(lines) };
}

const FAILURES: readonly (readonly [string, (clickhouse: ClickHouse) => Promise<unknown>])[] = [
  [
    'an insert of a bad row',
    (clickhouse) => {
      const [line = ''] = linesOf([trackedEvent({ path: SECRET })]);
      const body = Buffer.from(line.replace('"pageview"', `"${SECRET}"`));
      return clickhouse.insert({ table: 'events', columns: eventColumns, body, token: 'secret' });
    },
  ],
  [
    'an insert of what is no JSON',
    (clickhouse) =>
      clickhouse.insert({ table: 'events', columns: eventColumns, body: Buffer.from(`${SECRET}\n`), token: 'secret' }),
  ],
  ['a question about a value', (clickhouse) => rowsOf(clickhouse, sql`SELECT toUInt8(${string(SECRET)})`)],
  ['a question that is wrong', (clickhouse) => rowsOf(clickhouse, { chunks: [`SELECT ${SECRET}`], parameters: [] })],
  ['a delete that is wrong', (clickhouse) => clickhouse.delete('events', sql`toUInt8(${string(SECRET)}) = 1`)],
  ['a command that is wrong', (clickhouse) => clickhouse.command({ chunks: [`DROP ${SECRET}`], parameters: [] })],
];

describeEachClickHouse('the failure', (clickhouse) => {
  test.each(FAILURES)(
    'of %s has a number, and tells neither the client nor the log what it quotes',
    async (_, fail) => {
      const consoles = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn'), vi.spyOn(console, 'log')];
      const error = await fail(clickhouse()).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: 'ClickHouseError', code: expect.any(Number) });
      const { answer, log } = await told(error);
      expect(answer).toMatchObject({ success: false, meta: { status: 500, errors: ['Internal server error'] } });
      expect(JSON.stringify(answer) + log).not.toContain(SECRET);
      expect(log).toContain('ClickHouseError');
      for (const each of consoles) expect(each).not.toHaveBeenCalled();
    },
  );

  test('of a row that is not as the question declares it is not passed over', async () => {
    const row = z.object({ n: z.number() });
    await expect(clickhouse().query({ name: 'test', sql: sql`SELECT 'x' AS n`, row })).rejects.toThrow(z.ZodError);
  });

  test('does not outlive its statement', async () => {
    await expect(rowsOf(clickhouse(), sql`SELECT no_column`)).rejects.toThrow();
    expect(await rowsOf(clickhouse(), sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    await clickhouse().ping();
  });
});

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

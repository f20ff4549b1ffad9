import { Hono } from 'hono';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { ClickHouse } from '../../../src/clickhouse/clickhouse.js';
import { sql, string } from '../../../src/clickhouse/sql.js';
import { eventColumns } from '../../../src/collect/sessions/row.js';
import { answerFailure } from '../../../src/http/api/error-map.js';
import { linesOf, trackedEvent } from '../../collect/sessions/tracked-event.js';
import { rowsOf } from '../rows.js';

const SECRET = 'nobody-may-see-this';

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

/** A failure has a number, tells nothing of its statement, and outlives it. */
export function failureSuite(clickhouse: () => ClickHouse): void {
  afterEach(() => void vi.restoreAllMocks());

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
}

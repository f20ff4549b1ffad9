import { expect, test } from 'vitest';
import { type ClickHouse, ClickHouseError } from '../../../src/clickhouse/clickhouse.js';
import { sql, string, unsigned, uuid } from '../../../src/clickhouse/sql.js';
import { eventColumns } from '../../../src/collect/sessions/row.js';
import { linesOf, trackedEvent } from '../../collect/sessions/tracked-event.js';
import { HOSTILE } from '../hostile.js';
import { countOf } from '../rows.js';

/** A delete removes the rows that it names, and no others. */
export function deleteSuite(clickhouse: () => ClickHouse): void {
  const website = (index: number) => `6f1c1f9e-0d5f-4b0e-9a54-${String(index).padStart(12, '0')}`;
  const ofWebsite = (index: number) => sql`website_id = ${uuid(website(index))}`;

  async function insertVisitors(index: number, visitors: number): Promise<void> {
    const events = Array.from({ length: visitors }, (_, visitor) =>
      trackedEvent({
        websiteId: website(index),
        visitorId: String(visitor),
        path: HOSTILE[visitor]?.toWellFormed() ?? '/',
      }),
    );
    const body = Buffer.from(linesOf(events).join(''));
    await clickhouse().insert({ table: 'events', columns: eventColumns, body, token: website(index) });
  }

  test('has removed the rows, and no others, when it returns', async () => {
    await insertVisitors(1, 5000);
    await insertVisitors(2, 100);
    await clickhouse().delete('events', ofWebsite(1));
    expect(await countOf(clickhouse(), 'events', ofWebsite(1))).toBe(0);
    expect(await countOf(clickhouse(), 'events', ofWebsite(2))).toBe(100);
    expect(await countOf(clickhouse(), 'sessions', ofWebsite(1))).toBe(5000);
  });

  test('chooses by a sub-query', async () => {
    await insertVisitors(3, 100);
    const some = sql`SELECT visitor_id FROM sessions WHERE ${ofWebsite(3)} AND visitor_id < ${unsigned('40')}`;
    await clickhouse().delete('events', sql`${ofWebsite(3)} AND visitor_id IN (${some})`);
    expect(await countOf(clickhouse(), 'events', ofWebsite(3))).toBe(60);
  });

  test('takes a hostile value for a value', async () => {
    await insertVisitors(4, HOSTILE.length);
    for (const [index, text] of HOSTILE.entries()) {
      if (index % 5 > 0) continue;
      await clickhouse().delete('events', sql`${ofWebsite(4)} AND path = ${string(text)}`);
    }
    const left = HOSTILE.filter((_, index) => index % 5 > 0).length;
    expect(await countOf(clickhouse(), 'events', ofWebsite(4))).toBe(left);
  });

  test('that cannot be done deletes nothing', async () => {
    await insertVisitors(5, 10);
    await expect(clickhouse().delete('events', sql`${ofWebsite(5)} AND no_column = 1`)).rejects.toThrow(
      ClickHouseError,
    );
    expect(await countOf(clickhouse(), 'events', ofWebsite(5))).toBe(10);
  });

  test('of a partition takes its rows and no others, and can be repeated', async () => {
    const [one, other] = [website(6), website(7)];
    const columns = ['import_id', 'visitor_id', 'time'] as const;
    const line = (importId: string) => `${JSON.stringify([importId, '1', 0])}\n`;
    for (const token of [one, other]) {
      await clickhouse().insert({ table: 'import_lines', columns, body: Buffer.from(line(token)), token });
    }
    for (let time = 0; time < 2; time += 1) await clickhouse().dropPartition('import_lines', uuid(one));
    expect(await countOf(clickhouse(), 'import_lines', sql`import_id = ${uuid(one)}`)).toBe(0);
    expect(await countOf(clickhouse(), 'import_lines', sql`import_id = ${uuid(other)}`)).toBe(1);
  });
}

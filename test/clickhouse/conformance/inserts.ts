import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ClickHouse } from '../../../src/clickhouse/clickhouse.js';
import { isRowError } from '../../../src/clickhouse/row-error.js';
import { instant, sql, uuid } from '../../../src/clickhouse/sql.js';
import type { TrackedEvent } from '../../../src/collect/event.js';
import { eventColumns } from '../../../src/collect/sessions/row.js';
import { ACCOUNT, linesOf, trackedEvent } from '../../collect/sessions/tracked-event.js';
import { HOSTILE, titleOf } from '../hostile.js';
import { countOf, rowsOf } from '../rows.js';

let websites = 0;

/** A website of the test's own. */
function newWebsite(): string {
  websites += 1;
  return `6f1c1f9e-0d5f-4b0e-9a53-${String(websites).padStart(12, '0')}`;
}

const insertLines = (clickhouse: ClickHouse, lines: readonly string[], token: string): Promise<void> =>
  clickhouse.insert({ table: 'events', columns: eventColumns, body: Buffer.from(lines.join('')), token });

const insertEvents = (clickhouse: ClickHouse, events: readonly TrackedEvent[], token: string): Promise<void> =>
  insertLines(clickhouse, linesOf(events), token);

/** The line with another value in one of its columns. */
function lineWith(line: string, column: string, value: unknown): string {
  const cells: unknown[] = JSON.parse(line);
  cells[eventColumns.indexOf(column)] = value;
  return `${JSON.stringify(cells)}\n`;
}

/** An insert stores all of its rows as they are, once, or none. */
export function insertSuite(clickhouse: () => ClickHouse): void {
  const ofWebsite = (id: string) => sql`website_id = ${uuid(id)}`;
  const stored = (id: string) => countOf(clickhouse(), 'events', ofWebsite(id));
  const seen = (id: string) => countOf(clickhouse(), 'sessions', ofWebsite(id));
  const used = async (): Promise<number> => {
    const found = await rowsOf(
      clickhouse(),
      sql`SELECT sum(pageviews) AS n FROM usage WHERE account_id = ${uuid(ACCOUNT)}`,
    );
    return Number(found[0]?.n);
  };

  describe('under a token', () => {
    test('is stored once, in the tables behind the views too', async () => {
      const websiteId = newWebsite();
      const events = ['1', '2', '3'].map((visitorId) => trackedEvent({ websiteId, visitorId }));
      const before = await used();
      for (let time = 0; time < 3; time += 1) await insertEvents(clickhouse(), events, `once-${websiteId}`);
      expect([await stored(websiteId), await seen(websiteId), (await used()) - before]).toEqual([3, 3, 3]);
    });

    test('is stored once when several come at the same time', async () => {
      const websiteId = newWebsite();
      const events = [trackedEvent({ websiteId }), trackedEvent({ websiteId, visitorId: '2' })];
      const before = await used();
      await Promise.all([1, 2, 3, 4].map(() => insertEvents(clickhouse(), events, `race-${websiteId}`)));
      expect([await stored(websiteId), await seen(websiteId), (await used()) - before]).toEqual([2, 2, 2]);
    });

    test('is known again after other ones, over many months', async () => {
      const websiteId = newWebsite();
      // One more than ClickHouse takes in one insert by default.
      const months = Array.from({ length: 101 }, (_, month) =>
        trackedEvent({ websiteId, time: Date.UTC(2016, month, 1) }),
      );
      await insertEvents(clickhouse(), months, `months-${websiteId}`);
      for (let other = 0; other < 20; other += 1) {
        await insertEvents(clickhouse(), [trackedEvent({ websiteId: newWebsite() })], `other-${websiteId}-${other}`);
      }
      await insertEvents(clickhouse(), months, `months-${websiteId}`);
      expect([await stored(websiteId), await seen(websiteId)]).toEqual([101, 101]);
    });

    test('leaves nothing behind that would swallow an equal block under another', async () => {
      const websiteId = newWebsite();
      const before = await used();
      for (const token of ['a', 'b', 'c']) {
        await insertEvents(clickhouse(), [trackedEvent({ websiteId })], `${token}-${websiteId}`);
      }
      expect([await stored(websiteId), (await used()) - before]).toEqual([3, 3]);
    });
  });

  describe('of a bad row', () => {
    const BAD: readonly (readonly [string, (line: string) => string])[] = [
      ['a website that is no UUID', (line) => lineWith(line, 'website_id', 'nobody')],
      ['a time that is none', (line) => lineWith(line, 'time', 'yesterday')],
      ['no time', (line) => lineWith(line, 'time', null)],
      ['a time with a fraction', (line) => lineWith(line, 'time', 1.5)],
      ['a type that is unknown', (line) => lineWith(line, 'type', 'purchase')],
      ['a visitor that is no number', (line) => lineWith(line, 'visitor_id', 'someone')],
      ['a visitor below zero', (line) => lineWith(line, 'visitor_id', '-1')],
      ['a duration below zero', (line) => lineWith(line, 'duration', -1)],
      ['half a surrogate pair', (line) => lineWith(line, 'path', '/\ud800')],
      ['too few cells', () => '["a"]\n'],
      ['too many cells', (line) => line.replace(']\n', ',1]\n')],
      ['no cells', () => '[]\n'],
      ['half a line', (line) => `${line.slice(0, 60)}\n`],
      ['no JSON', () => 'hello\n'],
    ];

    test.each(BAD)('%s stores nothing of its block, and says whose fault it was', async (name, spoil) => {
      const websiteId = newWebsite();
      const before = await used();
      const [first = '', second = '', third = ''] = linesOf(
        ['1', '2', '3'].map((visitorId) => trackedEvent({ websiteId, visitorId })),
      );
      const inserted = insertLines(clickhouse(), [first, spoil(second), third], `${name}-${websiteId}`);
      await expect(inserted).rejects.toSatisfy(isRowError);
      expect([await stored(websiteId), await seen(websiteId), await used()]).toEqual([0, 0, before]);
    });

    test('does not use its token up', async () => {
      const websiteId = newWebsite();
      const [line = ''] = linesOf([trackedEvent({ websiteId })]);
      await expect(insertLines(clickhouse(), [line, 'x\n'], `again-${websiteId}`)).rejects.toSatisfy(isRowError);
      await insertLines(clickhouse(), [line], `again-${websiteId}`);
      expect(await stored(websiteId)).toBe(1);
    });
  });

  test('of nothing is done at once', async () => {
    await insertLines(clickhouse(), [], 'nothing');
    await insertLines(clickhouse(), [], 'nothing');
  });

  test('keeps every text as it is', async () => {
    const websiteId = newWebsite();
    const texts = HOSTILE.map((text) => text.toWellFormed());
    const events = texts.map((props, index) =>
      trackedEvent({ websiteId, visitorId: String(index), props, name: titleOf(props) }),
    );
    await insertEvents(clickhouse(), events, `texts-${websiteId}`);
    const found = await rowsOf(
      clickhouse(),
      sql`SELECT props FROM events WHERE ${ofWebsite(websiteId)} ORDER BY visitor_id`,
    );
    expect(found.map(({ props }) => props)).toEqual(texts);
  });

  test('keeps 64-bit numbers and milliseconds as they are', () =>
    fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { minLength: 1, maxLength: 30 }),
        fc.array(fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) - 1 }), { minLength: 30, maxLength: 30 }),
        async (visitors, times) => {
          const websiteId = newWebsite();
          const events = [0n, 2n ** 53n + 1n, 2n ** 64n - 1n, ...visitors].map((id, index) =>
            trackedEvent({ websiteId, visitorId: String(id), time: times[index % times.length]! }),
          );
          await insertEvents(clickhouse(), events, websiteId);
          const found = await rowsOf(
            clickhouse(),
            sql`SELECT visitor_id, toUnixTimestamp64Milli(time) AS ms FROM events WHERE ${ofWebsite(websiteId)}`,
          );
          const pairs = found.map(({ visitor_id, ms }) => `${visitor_id} ${ms}`);
          expect(pairs.toSorted()).toEqual(events.map(({ visitorId, time }) => `${visitorId} ${time}`).toSorted());
        },
      ),
      { numRuns: 10 },
    ));

  test('is found by its very millisecond', async () => {
    const websiteId = newWebsite();
    const time = Date.UTC(2026, 2, 29, 1, 0, 0, 1);
    await insertEvents(clickhouse(), [trackedEvent({ websiteId, time })], websiteId);
    const at = (ms: number) => countOf(clickhouse(), 'events', sql`${ofWebsite(websiteId)} AND time = ${instant(ms)}`);
    expect([await at(time - 1), await at(time), await at(time + 1)]).toEqual([0, 1, 0]);
  });
}

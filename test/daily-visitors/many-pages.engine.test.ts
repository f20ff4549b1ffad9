import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateClickHouse } from '../../src/clickhouse/migrate.js';
import { eventColumns } from '../../src/collect/sessions/row.js';
import { countedColumns } from '../../src/daily-visitors/dimensions.js';
import { readHistories } from '../../src/daily-visitors/visitor-history.js';
import { openEmbedded, type TestClickHouse } from '../clickhouse/each-clickhouse.js';
import { linesOf, trackedEvent, WEBSITE } from '../collect/sessions/tracked-event.js';

const START = trackedEvent().time;
const QUARTER = 15 * 60 * 1000;

let opened: TestClickHouse;

beforeAll(async () => {
  opened = await openEmbedded();
  await migrateClickHouse(opened.clickhouse, undefined);
  const pages = Array.from({ length: 1_500 }, (_, page) =>
    trackedEvent({ visitorId: '1', path: `/${page}`, time: START + page * 10_000 }),
  );
  const few = ['/a', '/b', '/a'].map((path, index) =>
    trackedEvent({ visitorId: '2', path, time: START + index * QUARTER }),
  );
  const body = Buffer.from(linesOf([...pages, ...few]).join(''));
  await opened.clickhouse.insert({ table: 'events', columns: eventColumns, body, token: 'events' });
});

afterAll(() => opened.close());

test('of a visitor with very many pages, only those of the block are read', async () => {
  const ask = (visitorId: string, paths: readonly string[]) => ({
    websiteId: WEBSITE,
    visitorId,
    hashes: countedColumns.map(() => 0),
    shown: paths.map((path) => crc32(path)),
  });
  const found = await readHistories(opened.clickhouse, [
    ask('1', ['/7', '/1400', '/new']),
    ask('2', ['/b']),
    ask('3', ['/']),
  ]);
  const at = (path: string, time: number) => [crc32(path), Math.floor(time / QUARTER) * QUARTER] as const;
  expect(found).toMatchObject([
    { isWhole: false, opened: new Map([at('/7', START + 70_000), at('/1400', START + 14_000_000)]) },
    { isWhole: true, opened: new Map([at('/a', START + 2 * QUARTER), at('/b', START + QUARTER)]) },
    undefined,
  ]);
});

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEventPath } from '../../src/app/event-path.js';
import { migrateClickHouse } from '../../src/clickhouse/migrate.js';
import { encodeEvent } from '../../src/collect/event-codec.js';
import { Sessionizer } from '../../src/collect/sessions/sessionizer.js';
import { openEmbedded, type TestClickHouse } from '../clickhouse/each-clickhouse.js';
import { inFolder } from '../collect/journal/open-journal.js';
import { ACCOUNT, trackedEvent } from '../collect/sessions/tracked-event.js';
import { failingClickHouse } from '../outage/failing-clickhouse.js';

const NOW = Date.UTC(2026, 0, 1);

let opened: TestClickHouse;

beforeAll(async () => {
  opened = await openEmbedded();
  await migrateClickHouse(opened.clickhouse, undefined);
});

afterAll(() => opened.close());

/** What the log says of an event whose way is broken so. */
const warnings = (broken: 'by ClickHouse' | 'on this machine') =>
  inFolder(async (folder) => {
    const lines: string[] = [];
    const clickhouse = failingClickHouse(opened.clickhouse);
    const path = await openEventPath({
      config: { journalMaxBytes: 2 ** 30 },
      folder: { path: folder, instance: 'instance' },
      clickhouse,
      sessionizer: new Sessionizer(),
      findWebsite: () => ({ accountId: ACCOUNT, count: undefined }),
      endCounts: async () => undefined,
      findDeleted: async () => new Set(),
      log: pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line).msg) }),
      now: () => NOW,
      onStep: () => undefined,
    });
    await path.journal.append(encodeEvent(trackedEvent({ time: NOW })));
    if (broken === 'by ClickHouse') clickhouse.shut = true;
    else {
      await rm(join(folder, 'blocks'), { recursive: true });
      await writeFile(join(folder, 'blocks'), 'in the way');
    }
    await path.close();
    return lines;
  });

test('the log blames ClickHouse for what it did not take, and for nothing else', async () => {
  expect(await warnings('by ClickHouse')).toEqual(['events are waiting: ClickHouse did not accept them']);
  expect(await warnings('on this machine')).toEqual(['events are waiting: this process failed to insert them']);
});

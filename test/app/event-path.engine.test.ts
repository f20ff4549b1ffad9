import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppContext } from '../../src/app/context.js';
import { openEventPath } from '../../src/app/event-path.js';
import { migrateClickHouse } from '../../src/clickhouse/migrate.js';
import { encodeEvent } from '../../src/collect/event-codec.js';
import { Sessionizer } from '../../src/collect/sessions/sessionizer.js';
import type { WebsiteCache } from '../../src/websites/website-cache.js';
import { openEmbedded, type TestClickHouse } from '../clickhouse/each-clickhouse.js';
import { inFolder } from '../collect/journal/open-journal.js';
import { trackedEvent } from '../collect/sessions/tracked-event.js';
import { testContext } from '../context.js';
import { failingClickHouse } from '../outage/failing-clickhouse.js';
import { sampleWebsite } from '../websites/sample-website.js';

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
    const context = testContext({
      clickhouse,
      config: { dataDir: folder },
      log: pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line).msg) }),
      now: () => NOW,
    });
    const config = { ...context.config, journalMaxBytes: 2 ** 30 };
    const websites = {
      cache: { byId: () => sampleWebsite({ countState: 'over' }) } as unknown as WebsiteCache,
      store: { db: context.db, refresh: async () => undefined },
    };
    const path = await openEventPath({ ...context, config } as AppContext, websites, new Sessionizer());
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

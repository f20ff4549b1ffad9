import { mkdirSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../src/clickhouse/sql.js';
import { newSegmentName } from '../../src/collect/journal/segment-name.js';
import { rowsOf } from '../clickhouse/rows.js';
import { type TestService, testService } from '../service/test-service.js';

describe('readiness', () => {
  let service: TestService;

  beforeEach(async () => {
    service = await testService();
  });
  afterEach(() => service.close());

  const ready = () => service.app.request('/health/ready');

  test('does not wait behind queries', async () => {
    let answered = 0;
    const queries = Array.from({ length: 6 }, async () => {
      await rowsOf(service.clickhouse, sql`SELECT sleep(1)`);
      answered += 1;
    });
    expect((await ready()).status).toBe(200);
    expect(answered).toBe(0);
    await Promise.all(queries);
  });

  test.each(['journal', 'blocks'])('ends when the folder %s cannot be used, and comes back with it', async (name) => {
    expect((await ready()).status).toBe(200);
    const folder = join(service.folder, name);
    await rename(folder, `${folder}-gone`);
    // A folder that is only missing would be made again.
    await writeFile(folder, '');
    await expect.poll(async () => (await ready()).json()).toEqual({ status: 'not ready', notReady: ['events'] });
    await rm(folder);
    await rename(`${folder}-gone`, folder);
    await expect.poll(async () => (await ready()).status).toBe(200);
  });
});

test('readiness comes back when only the events of one file of the journal can never be read', async () => {
  const minutesAgo = newSegmentName(Date.now() - 120_000);
  const service = await testService({
    prepare: (folder) => {
      // In the place of a file.
      mkdirSync(join(folder, 'journal', minutesAgo), { recursive: true });
    },
  });
  try {
    const ready = async () => (await service.app.request('/health/ready')).json();
    expect(await ready()).toEqual({ status: 'not ready', notReady: ['events'] });
    await expect.poll(ready, { timeout: 40_000 }).toEqual({ status: 'ready' });
  } finally {
    await service.close();
  }
});

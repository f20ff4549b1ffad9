import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, apiClient } from '../service/api-client.js';
import { type TestService, testService } from '../service/test-service.js';
import { view } from './events.js';

let service: TestService;
let client: ApiClient;

beforeAll(async () => {
  // A column that refuses what the collector lets through stands for a schema that is ahead of the program.
  service = await testService({
    afterMigration: [`ALTER TABLE events ADD CONSTRAINT no_poison CHECK path != '/poison'`],
  });
  client = await apiClient(service);
});

afterAll(() => service.close());

test('one row that ClickHouse refuses among 5,000 costs none of its neighbours', async () => {
  const { id, apiKey } = await client.website({ timezone: 'UTC' });
  const paths = Array.from({ length: 5001 }, (_, index) => (index === 1234 ? '/poison' : `/page/${index}`));
  const answers = await Promise.all(
    paths.map((path, index) => view(service, apiKey, path, `10.0.${index >> 8}.${index % 256}`)),
  );
  expect(answers.every(({ status }) => status === 202)).toBe(true);
  await service.drain();

  const day = new Date(service.clock).toISOString().slice(0, 10);
  const main = await client.get(`/websites/${id}/stats/main`, { from: day, to: day });
  expect(main.body.data.totalPageviews).toBe(5000);
  const folder = join(service.folder, 'rejected');
  const rejected = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
  const rows = rejected.flatMap((text) => text.trim().split('\n')).map((line) => JSON.parse(line));
  expect(rows).toEqual([
    { row: expect.stringContaining('/poison'), error: expect.stringContaining('VIOLATED_CONSTRAINT') },
  ]);
  const metrics = await (await service.app.request('/metrics')).text();
  expect(metrics).toContain('footfall_rows_rejected_total 1');
});

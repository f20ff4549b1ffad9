import { expect, onTestFinished, test, vi } from 'vitest';
import { apiClient } from './api-client.js';
import { sharedService } from './shared-service.js';

const MEGABYTE = 1024 * 1024;
const LINES = 3_000;

/** Properties of 15 kB: as many, and as long, as they may be. */
const props = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`property-${index}`, 'x'.repeat(500)]));

test('lines are inserted in small blocks, however long they are', async () => {
  const service = await sharedService();
  onTestFinished(() => service.close());
  const blocks: number[] = [];
  const { insert } = service.clickhouse;
  const spy = vi.spyOn(service.clickhouse, 'insert').mockImplementation((each) => {
    if (each.table === 'events') blocks.push(each.body.length);
    return insert(each);
  });
  onTestFinished(() => spy.mockRestore());
  const owner = await apiClient(service);
  const { id } = await owner.website();
  const event = { type: 'custom', name: 'order', url: 'https://example.com/', visitor: 'ada', props };
  const lines = Array.from({ length: LINES }, (_, index) =>
    JSON.stringify({ timestamp: new Date(Date.UTC(2026, 2, 1) + index * 1000).toISOString(), ...event }),
  );
  const { body } = await owner.import(id, lines.join('\n'));
  expect(body.data).toEqual({ imported: LINES, rejected: 0, errors: [] });
  expect(blocks.reduce((sum, bytes) => sum + bytes)).toBeGreaterThan(40 * MEGABYTE);
  expect(Math.max(...blocks)).toBeLessThan(17 * MEGABYTE);
});

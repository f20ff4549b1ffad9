import { expect, onTestFinished, test } from 'vitest';
import { apiClient } from './api-client.js';
import { sharedService } from './shared-service.js';

test('a query may be as long as it is allowed to be', async () => {
  const service = await sharedService({ clock: Date.UTC(2026, 4, 1) });
  onTestFinished(() => service.close());
  const owner = await apiClient(service);
  const { id } = await owner.website();
  await owner.import(
    id,
    JSON.stringify({ visitor: 'a', url: 'https://example.com/', timestamp: '2026-04-01T10:00:00Z' }),
  );
  const ask = (filters: object) =>
    owner.call('POST', `/websites/${id}/query`, { from: '2026-04-01', to: '2026-04-01', filters });
  const values = Array.from({ length: 10 }, (_, place) => `${place}${'x'.repeat(9_900)}`);
  const long = { dimension: 'page', operator: 'is_not', values };
  expect((await ask(long)).body.data.rows).toEqual([{ visitors: 1 }]);
  const many = (dimension: string, text: string) => ({
    or: Array.from({ length: 20 }, (_, part) => ({
      dimension,
      operator: 'is',
      values: Array.from({ length: 100 }, (_each, place) => `${text}${part * 100 + place}`),
    })),
  });
  for (const [dimension, text] of [
    ['language', 'German x English'],
    ['country', 'no'],
    ['city', 'no'],
  ] as const) {
    expect((await ask(many(dimension, text))).body.data.rows).toEqual([{ visitors: 0 }]);
  }
});

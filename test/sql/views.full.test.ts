import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { sql } from '../../src/clickhouse/sql.js';
import { osCode } from '../../src/stats/names.js';
import { POLL_OPTIONS } from '../poll-options.js';
import { type ApiClient, apiClient } from '../service/api-client.js';
import { counted } from '../service/daily-visitors.js';
import { type BiService, biService } from './bi-service.js';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly comment: string;
}

let service: BiService;
let client: ApiClient;

beforeAll(async () => {
  service = await biService();
  client = await apiClient(service);
});

afterAll(() => service.close());

async function ask<Row>(query: string, query_params: Readonly<Record<string, unknown>> = {}): Promise<readonly Row[]> {
  const result = await service.connect(client.key).query({ query, query_params, format: 'JSONEachRow' });
  return result.json<Row>();
}

/** The page of a view: what the comments of its columns say, as a list. */
function page(view: string, comment: string, columns: readonly Column[]): string {
  const items = columns.map(({ name, type, comment: about }) => `- \`${name}\` (\`${type}\`): ${about}\n`);
  return `# \`bi.${view}\`\n\n${comment}. See [BI](../bi.md).\n\n${items.join('')}`;
}

test('every view and column has a comment, and the docs have a page for each with these very columns', async () => {
  const views = await ask<{ name: string; comment: string }>(
    "SELECT name, comment FROM system.tables WHERE database = 'bi' ORDER BY name",
  );
  expect(views.map(({ name }) => name)).toEqual(['daily_visitors', 'events', 'visits', 'websites']);
  for (const { name: view, comment } of views) {
    expect(comment).not.toBe('');
    const columns = await ask<Column>(
      "SELECT name, type, comment FROM system.columns WHERE database = 'bi' AND table = {view:String} ORDER BY position",
      { view },
    );
    expect(columns.filter((column) => column.comment === '')).toEqual([]);
    await expect(page(view, comment, columns)).toMatchFileSnapshot(`../../docs/bi/${view}.md`);
  }
});

test('bi.websites is in step with PostgreSQL: created, changed, deleted, counted again, and after a restart', async () => {
  const read = () => ask('SELECT * FROM websites ORDER BY name');
  const { id } = await client.website({
    name: "Ada's – «shop» 💡",
    domain: 'shop.example',
    timezone: 'Asia/Kathmandu',
  });
  // Another engine reads the service's parts, and knows of new ones within a second.
  const expectWebsites = (websites: readonly unknown[]) => expect.poll(read, POLL_OPTIONS).toMatchObject(websites);
  const website = { id, name: "Ada's – «shop» 💡", domain: 'shop.example', zone: 'Asia/Kathmandu' };
  await expectWebsites([website]);
  await client.call('PATCH', `/websites/${id}`, { name: 'New', timezone: 'Europe/Berlin' });
  await expectWebsites([{ ...website, name: 'New', zone: 'Europe/Berlin' }]);
  await counted(service, id);
  const other = await client.website({ name: 'Other' });
  await service.restart();
  await vi.waitFor(async () => expect(await read()).toHaveLength(2), POLL_OPTIONS);
  await client.call('DELETE', `/websites/${other.id}`);
  await expectWebsites([{ name: 'New' }]);
  await client.call('DELETE', `/websites/${id}`);
  await expectWebsites([]);
  await vi.waitFor(async () => {
    const rows = await service.clickhouse.query({
      name: 'test',
      sql: sql`SELECT name FROM websites`,
      row: z.object({ name: z.string() }),
    });
    expect(rows).toEqual([]);
  }, POLL_OPTIONS);
});

test('operating systems have their name, and the code that the interface has', async () => {
  const { id } = await client.website({ name: 'Systems' });
  const names = ['macOS', 'Windows Phone', 'Chrome OS', 'Unknown', 'SerenityOS 1.0-beta', 'Ünïx'];
  const lines = names.map((os, index) => ({
    timestamp: `2026-01-0${index + 1}T00:00:00.000Z`,
    url: 'https://example.com/',
    visitor: 'v',
    os,
  }));
  await client.import(id, lines.map((line) => JSON.stringify(line)).join('\n'));
  const codes = names.map((os) => ({ os, os_code: osCode(os) })).sort((a, b) => (a.os < b.os ? -1 : 1));
  for (const view of ['events', 'visits']) {
    await expect.poll(() => ask(`SELECT DISTINCT os, os_code FROM ${view} ORDER BY os`), POLL_OPTIONS).toEqual(codes);
  }
});

test('a campaign in bi.daily_visitors has a value for each of its columns, which are empty without one', async () => {
  const { id } = await client.website();
  const visit = (visitor: string, query: string) => ({
    timestamp: '2026-01-05T10:00:00Z',
    url: `https://example.com/${query}`,
    visitor,
  });
  const campaign = `?utm_source=a%2Bb&utm_campaign=${encodeURIComponent('50%\t"é"')}`;
  await client.import(id, [visit('1', campaign), visit('2', '')].map((line) => `${JSON.stringify(line)}\n`).join(''));
  await counted(service, id);
  const read = (dimension: string) =>
    ask(
      'SELECT value, toString(sum(visitors)) AS visitors FROM daily_visitors WHERE website_id = {id:UUID} AND dimension = {dimension:String} GROUP BY value ORDER BY value',
      { id, dimension },
    );
  await expect
    .poll(() => read('utm_source,utm_medium,utm_campaign,ref'), POLL_OPTIONS)
    .toEqual([
      { value: ['', '', '', ''], visitors: '1' },
      { value: ['a+b', '', '50%\t"é"', ''], visitors: '1' },
    ]);
  expect(await read('campaign')).toEqual([
    { value: [''], visitors: '1' },
    { value: ['50%\t"é"'], visitors: '1' },
  ]);
  expect((await client.call('DELETE', `/websites/${id}`)).status).toBe(200);
});

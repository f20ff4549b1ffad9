import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../service/api-client.js';
import type { TestService } from '../service/test-service.js';
import { dashboardOwner } from './dashboard-owner.js';
import { plainText, rowsOfTable, tilesOf } from './read-page.js';
import type { SignedIn } from './signed-in.js';

let service: TestService;
let owner: ApiClient;
let person: SignedIn;

beforeAll(async () => {
  ({ service, owner, person } = await dashboardOwner({ clock: Date.UTC(2026, 3, 15, 12) }));
});

afterAll(() => service.close());

const view = (timestamp: string, visitor = 'anna') => ({
  timestamp,
  type: 'pageview' as const,
  url: 'https://example.com/',
  visitor,
  device: 'desktop',
});

async function website(...events: readonly ReturnType<typeof view>[]): Promise<string> {
  const { id } = await owner.website({ timezone: 'Europe/Berlin' });
  await owner.history(id, events);
  return id;
}

const page = (id: string, query = '') => person.page(`/websites/${id}?${query}`);

describe('a website with its first event within the comparison range', () => {
  let id: string;

  beforeAll(async () => {
    id = await website(view('2026-03-12T10:00:00Z'), view('2026-04-10T10:00:00Z'), view('2026-04-11T10:00:00Z', 'ben'));
  });

  test('is said to have grown by nothing', async () => {
    const shown = await page(id);
    expect(plainText(shown)).toMatch(/Visitors 2 — , the previous period is incomplete/);
    expect(plainText(shown)).toMatch(/Bounce rate 100% — , the previous period is incomplete/);
    expect(shown).toContain('title="The previous period is incomplete"');
    expect(shown).not.toMatch(/class="change (good|bad)"/);
  });

  test('has no comparison line before its first event', async () => {
    const previous = rowsOfTable(await page(id)).map(([, , value]) => value);
    // From 15 February to 16 March.
    expect(previous.slice(0, 25)).toEqual(Array(25).fill(''));
    expect(previous.slice(25)).toEqual(['1', '0', '0', '0', '0']);
  });

  test('is compared with a range that begins with or after it', async () => {
    expect(plainText(await page(id, 'from=2026-04-11&to=2026-04-11'))).toContain('Bounce rate 100% 0 pts');
  });

  test('is compared from the first event that is left, after an import and after a deletion', async () => {
    const other = await website(view('2026-04-10T10:00:00Z'), view('2026-04-11T10:00:00Z'));
    const compared = async () => plainText(await page(other, 'from=2026-04-11&to=2026-04-11'));
    expect(await compared()).toContain('Visitors 1 — , the previous period is incomplete');
    await owner.history(other, [view('2026-04-01T10:00:00Z', 'ben')]);
    expect(await compared()).toContain('Visitors 1 0%');
    const days = 'from=2026-04-01&to=2026-04-09';
    expect((await person.post(`/websites/${other}/delete-events?${days}`, { typedDomain: 'example.com' })).status).toBe(
      303,
    );
    expect(await compared()).toContain('Visitors 1 — , the previous period is incomplete');
  });
});

describe('a website with its first event in the range', () => {
  test('has a chart that begins with the day of that event, and compares nothing', async () => {
    const id = await website(view('2026-04-10T22:30:00Z'), view('2026-04-12T10:00:00Z'));
    const shown = await page(id, 'range=12mo');
    const days = rowsOfTable(shown).map(([name = '']) => /\d+ April/.exec(name)?.[0]);
    expect(days).toEqual(['11 April', '12 April', '13 April', '14 April', '15 April']);
    expect(shown).not.toContain('key-previous');
    expect(plainText(shown)).toMatch(/11.–.15 Apr 2026 \(Europe\/Berlin\)/);
    expect(plainText(shown)).toMatch(/Visitors 1 — , no earlier data/);
  });

  test('cannot have visitors who came before', async () => {
    const id = await website(view('2026-04-10T10:00:00Z'), view('2026-04-12T10:00:00Z'));
    for (const range of ['30d', 'all']) {
      expect(plainText(await page(id, `range=${range}`)), range).toContain('Returning visitors no earlier data');
    }
    expect(tilesOf(await page(id, 'from=2026-04-12&to=2026-04-12'))['Returning visitors']).toBe('1');
  });

  test('is first shown by the hours of today, or of yesterday and today', async () => {
    const id = await website(view('2026-04-15T09:10:00Z'));
    const rows = rowsOfTable(await page(id));
    expect(rows).toHaveLength(24);
    expect(rows[11]).toEqual([expect.stringMatching(/15 April 2026, 11:00$/), '1']);
    const older = await website(view('2026-04-14T09:10:00Z'));
    expect(rowsOfTable(await page(older))).toHaveLength(48);
    expect(plainText(await page(id, 'interval=week'))).toContain('This period is too short for weeks. Showing hours.');
  });
});

test.each([
  ['from=2019-01-01&to=2019-01-31', 'no earlier data', 'The first event was on 12 Mar 2026. Show all time'],
  ['from=2027-01-01&to=2027-01-31', 'this period has not begun', 'This period has not begun.'],
])('a range without any data, %s, is neither better nor worse', async (query, reason, help) => {
  const id = await website(view('2026-03-12T10:00:00Z'));
  const shown = plainText(await page(id, query));
  expect(shown).toContain(`Visitors 0 — , ${reason}`);
  expect(shown).toContain(help);
  expect(shown).not.toContain('0%');
});

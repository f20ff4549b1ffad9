import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pageview, send } from '../service/browser.js';
import { type TestService, testService } from '../service/test-service.js';
import { type SignedIn, signedIn } from './signed-in.js';
import { added, storedWebsite, textOf } from './website-pages.js';

const NOW = Date.UTC(2026, 2, 29, 12);
const DAY = 'from=2026-03-29&to=2026-03-29';

let service: TestService;
let owner: SignedIn;
let id: string;

beforeAll(async () => {
  service = await testService({ clock: NOW });
});

beforeEach(async () => {
  owner = await signedIn(service);
  id = await added(owner, { timezone: 'UTC' });
  const { trackingKey } = await storedWebsite(service, id);
  for (const host of [1, 2, 3]) {
    const address = `192.0.2.${host}`;
    await send(service, pageview(trackingKey, '/spam'), { address });
    if (host === 3) await send(service, pageview(trackingKey, '/real'), { address });
  }
  await service.drain();
});

afterAll(() => service?.close());

const pathOf = (query: string) => `/websites/${id}/delete-events?${query}`;
const views = async () => {
  const text = textOf(await owner.page(`/websites/${id}?${DAY}`));
  return Number(/(\d+) Pageviews|Pageviews (\d+)/.exec(text)?.slice(1).find(Boolean));
};

/** Where the page's form leads. */
const actionIn = (page: string): string =>
  (/<form method="post" action="([^"]*\/delete-events[^"]*)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&');

describe('the page that deletes events', () => {
  test('is reached from the figures with their range and filters, and from the settings', async () => {
    const figures = await owner.page(`/websites/${id}?range=7d&page=%2Fspam`);
    expect(figures).toContain(`href="/websites/${id}/delete-events?range=7d&amp;page=%2Fspam"`);
    expect(await owner.page(`/websites/${id}/settings`)).toContain(`href="/websites/${id}/delete-events"`);
  });

  test('says what will be deleted, deletes it when it is confirmed, and says so', async () => {
    const page = await owner.page(pathOf(`${DAY}&page=%2Fspam`));
    const text = textOf(page);
    expect(text).toContain('3 events from 3 visitors');
    expect(text).toContain('Date range: 29 Mar 2026');
    expect(text).toContain('Page: /spam');
    expect(text).toContain('This cannot be undone.');
    expect(text).toContain('Delete 3 events');
    const answer = await owner.post(actionIn(page));
    expect(answer.status).toBe(303);
    const after = textOf(await owner.page(answer.headers.get('Location') ?? ''));
    expect(after).toContain('3 events deleted.');
    expect(after).toContain('0 events from 0 visitors');
    expect(after).not.toContain('Delete 0');
    expect(await views()).toBe(1);
  });

  test('confirms days, whatever the range is called', async () => {
    service.clock = NOW - 60 * 60 * 1000;
    const action = actionIn(await owner.page(pathOf('range=today')));
    expect(action).toBe(`/websites/${id}/delete-events?${DAY}`);
    service.clock = NOW;
  });

  test('takes a filter that is typed in', async () => {
    const answer = await owner.get(pathOf(`${DAY}&by=country&value=Germany`));
    expect(answer.headers.get('Location')).toBe(pathOf(`${DAY}&country=DE`));
  });

  test.each(['', 'range=today', `${DAY}&range=year`, 'from=x&to=y', `${DAY}&country=${'x'.repeat(2001)}`])(
    'deletes nothing by an address that leaves something open: %j',
    async (query) => {
      const answer = await owner.post(pathOf(query));
      expect(answer.status).toBe(400);
      expect(textOf(await answer.text())).toContain('Nothing was deleted');
      expect(await views()).toBe(4);
    },
  );

  test('is for the owner alone, and for forms of our own', async () => {
    const stranger = await signedIn(service);
    expect((await stranger.get(pathOf(DAY))).status).toBe(403);
    expect((await stranger.post(pathOf(DAY))).status).toBe(403);
    expect((await owner.post(pathOf(DAY), {}, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await service.app.request(pathOf(DAY))).status).toBe(303);
    expect(await views()).toBe(4);
  });
});

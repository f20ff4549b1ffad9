import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sql, uuid } from '../../src/clickhouse/sql.js';
import { CHROME, pageview, send } from '../service/browser.js';
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

describe("the form that deletes a visitor's data", () => {
  const PATH = () => `/websites/${id}/settings/data/delete-visitor`;

  test('deletes the events of an address and a user agent, or says that there are none', async () => {
    expect(await owner.page(`/websites/${id}/settings/data`)).toContain(`action="${PATH()}#delete-visitor"`);
    const fields = { visitorId: '', ip: '192.0.2.3 ', userAgent: CHROME };
    const found = await owner.post(PATH(), fields);
    expect(found.status).toBe(200);
    const confirmation = await found.text();
    expect(textOf(confirmation)).toContain('This visitor has 2 events. Deleting them cannot be undone.');
    expect(confirmation).toContain('<input type="hidden" name="ip" value="192.0.2.3"/>');
    expect(await views()).toBe(4);
    const answer = await owner.post(PATH(), { ...fields, confirmed: 'yes' });
    expect(answer.status).toBe(303);
    // The form is far below the message.
    expect(answer.headers.get('Location')).toBe(`/websites/${id}/settings/data?done=visitor#notices`);
    expect(textOf(await owner.page(answer.headers.get('Location') ?? ''))).toContain('Visitor deleted.');
    expect(await views()).toBe(2);
    const again = await (await owner.post(PATH(), fields)).text();
    expect(textOf(again)).toContain('No events of this visitor are stored. Nothing was deleted.');
    // The fields are kept, to correct them.
    expect(again).toContain(`value="${CHROME}"`);
  });

  test('deletes those of an ID', async () => {
    const [row] = await service.clickhouse.query({
      name: 'test',
      sql: sql`SELECT toString(visitor_id) AS visitor FROM events WHERE website_id = ${uuid(id)} AND path = '/real'`,
      row: z.object({ visitor: z.string() }),
    });
    expect((await owner.post(PATH(), { visitorId: row?.visitor ?? '', confirmed: 'yes' })).status).toBe(303);
    expect(await views()).toBe(2);
  });

  test.each([
    [{ visitorId: 'ada' }, ['Must be a visitor ID, which is a whole number.']],
    [{ visitorId: '7', ip: '192.0.2.3' }, ['Enter either the ID, or the IP address and user agent.']],
    [{ ip: '300.0.0.1' }, ['Must be an IP address.', 'Must not be empty.']],
    [{}, ['Must be an IP address.', 'Must not be empty.']],
  ])('shows the errors of %j, and deletes nothing', async (fields, errors) => {
    const answer = await owner.post(PATH(), fields);
    expect(answer.status).toBe(400);
    const page = await answer.text();
    for (const error of errors) expect(textOf(page)).toContain(error);
    for (const value of Object.values(fields)) expect(page).toContain(`value="${value}"`);
    expect(await views()).toBe(4);
  });

  test('is for the owner alone, and for forms of our own', async () => {
    const stranger = await signedIn(service);
    const fields = { ip: '192.0.2.3', userAgent: CHROME, confirmed: 'yes' };
    expect((await stranger.post(PATH(), fields)).status).toBe(403);
    expect((await owner.post(PATH(), fields, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect(await views()).toBe(4);
  });
});

test('each tab of the settings leads to a page that has it as the current one', async () => {
  const page = await owner.page(`/websites/${id}/settings`);
  const [, tabs = ''] = /<nav class="tabs" aria-label="Settings">(.*?)<\/nav>/s.exec(page) ?? [];
  const links = [...tabs.matchAll(/href="([^"]+)"/g)].map(([, target = '']) => target);
  expect(links.length).toBeGreaterThan(5);
  for (const target of links) expect(await owner.page(target)).toContain(`href="${target}" aria-current="page"`);
});

describe('the page that deletes events', () => {
  test('without events says so, and threatens nothing', async () => {
    const filtered = textOf(await owner.page(pathOf(`${DAY}&page=%2Fnowhere`)));
    expect(filtered).toContain('This date range and these filters match no events.');
    expect(filtered).not.toContain('cannot be undone');
    expect(filtered).toContain('Back to the dashboard');
    expect(textOf(await owner.page(pathOf(DAY)))).toContain('This date range has');
  });

  test('is reached from the figures with their range and filters, and from the settings', async () => {
    const excluded = await owner.page(`/websites/${id}/excluded?range=7d&page=%2Fspam`);
    expect(excluded).toContain(`href="/websites/${id}/delete-events?range=7d&amp;page=%2Fspam"`);
    expect(await owner.page(`/websites/${id}/settings/data`)).toContain(`href="/websites/${id}/delete-events"`);
  });

  test('says what will be deleted, deletes it when it is confirmed, and says so', async () => {
    const page = await owner.page(pathOf(`${DAY}&page=%2Fspam`));
    const text = textOf(page);
    expect(text).toContain('3 events from 3 visitors');
    expect(text).toContain('29 Mar 2026, Page is /spam');
    expect(text).toContain('You can undo this for 24 hours.');
    expect(text).toContain('Delete 3 events');
    const answer = await owner.post(actionIn(page));
    expect(answer.status).toBe(303);
    const after = textOf(await owner.page(answer.headers.get('Location') ?? ''));
    expect(after).toContain('3 events deleted. Can be undone until 30 Mar 2026, 12:00.');
    expect(after).toContain('match no events.');
    expect(after).not.toContain('Delete 0');
    expect(await views()).toBe(1);
  });

  test('undoes a deletion by one click, once', async () => {
    const deleted = await owner.post(actionIn(await owner.page(pathOf(`${DAY}&page=%2Fspam`))));
    const page = await owner.page(deleted.headers.get('Location') ?? '');
    expect(textOf(page)).toContain('Recent deletions');
    const [, action = '', deletion = ''] =
      /action="([^"]*\/undo[^"]*)"[^>]*><input type="hidden" name="deletion" value="([^"]+)"/.exec(page) ?? [];
    const undo = () => owner.post(action.replaceAll('&amp;', '&'), { deletion });
    const undone = await undo();
    expect(undone.status).toBe(303);
    const after = textOf(await owner.page(undone.headers.get('Location') ?? ''));
    expect(after).toContain('3 events restored.');
    expect(after).not.toContain('Recent deletions');
    expect(await views()).toBe(4);
    const again = await undo();
    expect(again.status).toBe(404);
    expect(textOf(await again.text())).toContain('This deletion can no longer be undone');
    expect(await views()).toBe(4);
    const strange = await owner.post(`/websites/${id}/delete-events/undo`, { deletion: 'x' });
    expect(strange.status).toBe(404);
    expect((await owner.get(`/websites/${id}/delete-events/undo`)).headers.get('Location')).toBe(
      `/websites/${id}/delete-events`,
    );
  });

  test('makes a deletion final, once', async () => {
    const deleted = await owner.post(actionIn(await owner.page(pathOf(`${DAY}&page=%2Fspam`))));
    const page = await owner.page(deleted.headers.get('Location') ?? '');
    expect(textOf(page)).toContain('3 events from 3 visitors can no longer be restored. This cannot be undone.');
    const [, deletion = ''] = /name="deletion" value="([^"]+)"/.exec(page) ?? [];
    const makeFinal = () => owner.post(`/websites/${id}/delete-events/final?${DAY}`, { deletion });
    const done = await makeFinal();
    expect(done.status).toBe(303);
    const after = textOf(await owner.page(done.headers.get('Location') ?? ''));
    expect(after).toContain('The deleted events are gone permanently.');
    expect(after).not.toContain('Recent deletions');
    expect((await makeFinal()).status).toBe(404);
    expect(await views()).toBe(1);
  });

  test('shows the latest ten of the events that it would delete', async () => {
    const { trackingKey } = await storedWebsite(service, id);
    service.clock = NOW + 60_000;
    for (let view = 0; view < 9; view += 1) await send(service, pageview(trackingKey, `/late/${view}`));
    const custom = { ...pageview(trackingKey, '/late'), type: 'custom', name: 'signup' };
    await send(service, custom);
    await service.drain();
    service.clock = NOW;
    const text = textOf(await owner.page(pathOf(DAY)));
    expect(text).toContain('The latest 10 of 14');
    expect(text).toContain('29 Mar 2026, 12:01 signup on /late Direct Unknown Chrome');
    expect(text).not.toContain('/spam');
    const few = textOf(await owner.page(pathOf(`${DAY}&page=%2Fspam`)));
    expect(few).toContain('All of them');
    expect(few).toContain('29 Mar 2026, 12:00 /spam Direct Unknown Chrome');
  });

  test('deletes a whole range only when the domain is typed', async () => {
    const page = await owner.page(pathOf(DAY));
    expect(page).toContain('data-must-equal="example.com"');
    for (const typedDomain of ['', 'example.org']) {
      const refused = await owner.post(actionIn(page), { typedDomain });
      expect(refused.status).toBe(400);
      const again = await refused.text();
      expect(textOf(again)).toContain('Nothing was deleted: enter example.com exactly as shown, or add a filter.');
      expect(again).toContain(`value="${typedDomain}"`);
    }
    expect(await views()).toBe(4);
    expect((await owner.post(actionIn(page), { typedDomain: ' Example.com ' })).status).toBe(303);
    expect(textOf(await owner.page(pathOf(DAY)))).toContain('This date range has no events.');
    expect(await owner.page(pathOf(`${DAY}&page=%2Fspam`))).not.toContain('data-must-equal');
  });

  test('confirms days, whatever the range is called', async () => {
    service.clock = NOW - 60 * 60 * 1000;
    const action = actionIn(await owner.page(pathOf('range=today')));
    expect(action).toBe(`/websites/${id}/delete-events?${DAY}`);
    service.clock = NOW;
  });

  test('takes a filter that is typed in', async () => {
    const location = async (typed: string) => (await owner.get(pathOf(`${DAY}&${typed}`))).headers.get('Location');
    expect(await location('by=page&value=/rea')).toBe(pathOf(`${DAY}&page=%2Freal&changed=page`));
    expect(await location('by=page&value=spam')).toBe(pathOf(`${DAY}&page=%2Fspam`));
  });

  test.each(['exitPage=%2Fspam', 'screen.is_not=1920x1080'])(
    'leaves a filter of whole sessions out, and says so: %s',
    async (filter) => {
      const page = await owner.page(pathOf(`${DAY}&page=%2Fspam&${filter}`));
      expect(textOf(page)).toMatch(
        /The filter “(Exit page|Screen) .*” was left out: it selects sessions, not events\./,
      );
      expect(actionIn(page)).toBe(pathOf(`${DAY}&page=%2Fspam`));
      expect((await owner.post(pathOf(`${DAY}&page=%2Fspam&${filter}`))).status).toBe(400);
      expect(await views()).toBe(4);
    },
  );

  test.each(['', 'range=today', `${DAY}&range=year`, 'from=x&to=y', `${DAY}&country=${'x'.repeat(10_001)}`])(
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
    for (const form of ['undo', 'final']) {
      expect((await stranger.post(`/websites/${id}/delete-events/${form}`, { deletion: id })).status).toBe(403);
    }
    expect((await owner.post(pathOf(DAY), {}, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await service.app.request(pathOf(DAY))).status).toBe(303);
    expect(await views()).toBe(4);
  });
});

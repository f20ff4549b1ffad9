import { afterAll, beforeAll, expect, test } from 'vitest';
import { answer, ENDPOINTS } from '../oracle/oracle.js';
import { describeInBrowser } from '../tracker/chromium.js';
import { type FixtureSites, openFixtureSites } from './fixture-sites.js';
import { PEOPLE } from './people.js';
import { MORNING, SATURDAY, SUNDAY } from './story.js';

const DAY = { from: SATURDAY, to: SATURDAY };

describeInBrowser('a morning of two people with browsers', () => {
  let fixture: FixtureSites;

  beforeAll(async () => {
    fixture = await openFixtureSites(MORNING);
    const anna = await fixture.person('anna', PEOPLE.anna);
    await anna.follows('a search result');
    await anna.reads(30);
    await anna.goes('Join', '/welcome', { reports: 'signup' });
    await anna.reads(12);
    await anna.exits('Pay', ['pay.test', '/session']);
    await anna.closes();

    const ben = await fixture.person('ben', PEOPLE.ben);
    await ben.follows('an invitation');
    await ben.reads(10);
    await ben.moves('Projects', '/projects');
    await ben.clicks('Invite', 'invite');
    await ben.reads(20);
    await ben.looksAway();
    await ben.looksAgain();
    await ben.movesBack('/login?ref=friend');
    await ben.reads(4);
    await ben.closes();
    // A day that is over is compared with all of the day before.
    await fixture.sleeps(`${SUNDAY}T09:00:00.000Z`);
  });

  afterAll(() => fixture?.close());

  const ask = async (domain: 'shop.test' | 'app.test', statistic: string): Promise<unknown> => {
    const query = { limit: 'all', ...DAY };
    return (await fixture.owner.get(`/websites/${fixture.websites[domain].id}/stats/${statistic}`, query)).body.data;
  };

  // Counted by hand, so that a timeline that nobody wrote in would be noticed.
  test('is counted: pageviews, an exit, events of the pages, and the time that they were seen', async () => {
    await expect
      .poll(() => ask('shop.test', 'main'))
      .toMatchObject({ totalVisitors: 1, totalPageviews: 2, bounceRate: 0, averageSessionDurationSeconds: 42 });
    await expect
      .poll(() => ask('app.test', 'main'))
      .toMatchObject({ totalVisitors: 1, totalPageviews: 3, bounceRate: 0, averageSessionDurationSeconds: 34 });
    expect(JSON.stringify(await ask('shop.test', 'exit-links'))).toContain('pay.test');
    expect(JSON.stringify(await ask('shop.test', 'custom-events'))).toContain('signup');
    expect(JSON.stringify(await ask('app.test', 'custom-events'))).toContain('invite');
  });

  test.each(['shop.test', 'app.test'] as const)('each statistic of %s says exactly what they did', async (domain) => {
    const history = fixture.timeline.counted(domain);
    for (const endpoint of ENDPOINTS) {
      const right = answer(history, fixture.websites[domain], endpoint, { ...DAY, limit: 'all' });
      await expect.poll(() => ask(domain, endpoint), { message: endpoint }).toEqual(right);
    }
  });

  test('no browser told anything else, asked before it told, or complained', () => {
    expect(fixture.requests).toEqual(Array(fixture.timeline.posts).fill('POST'));
    expect(fixture.complaints).toEqual([]);
  });
});

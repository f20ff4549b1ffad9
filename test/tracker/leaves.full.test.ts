import { expect } from 'vitest';
import { test, withScript } from './browser-test.js';
import { describeInBrowser } from './chromium.js';
import { show } from './visibility.js';

const NOON = Date.UTC(2026, 2, 1, 12);

describeInBrowser('the time a page is seen', () => {
  /** Its clock stands still but for what a test makes of it. */
  test.beforeEach(async ({ visit: { page } }) => {
    // It goes until it is stopped, and can be stopped only in its future.
    await page.clock.install({ time: NOON - 60_000 });
    await page.clock.pauseAt(NOON);
  });

  test('is told on leaving, in whole seconds', async ({ site, visit }) => {
    await visit.open('/read', withScript());
    await site.events(1);
    await visit.page.clock.fastForward(42_000);
    await visit.page.goto(site.at('other.test', '/'));
    expect((await site.events(2, 'with leaves'))[1]).toMatchObject({
      type: 'leave',
      url: visit.at('/read'),
      seconds: 42,
    });
  });

  test('stands still while the page is hidden, and is told only when it grew', async ({ site, visit }) => {
    await visit.open('/read', withScript());
    await site.events(1);
    await visit.page.clock.fastForward(10_000);
    await show(visit.page, 'hidden');
    await site.events(2, 'with leaves');
    await visit.page.clock.fastForward(300_000);
    await show(visit.page, 'visible');
    await show(visit.page, 'hidden');
    await show(visit.page, 'visible');
    await visit.page.clock.fastForward(20_000);
    await visit.page.goto(site.at('other.test', '/'));
    expect((await site.events(3, 'with leaves')).map(({ seconds }) => seconds)).toEqual([undefined, 10, 30]);
  });

  test('begins anew with each page of a single-page app, which is left by opening the next', async ({
    site,
    visit,
  }) => {
    await visit.open('/read', withScript());
    await site.events(1);
    await visit.page.clock.fastForward(10_000);
    await visit.push('/next');
    await site.events(3, 'with leaves');
    await visit.page.clock.fastForward(5000);
    await show(visit.page, 'hidden');
    const events = await site.events(4, 'with leaves');
    expect(events.filter(({ type }) => type === 'leave').map(({ url, seconds }) => [url, seconds])).toEqual([
      [visit.at('/read'), 10],
      [visit.at('/next'), 5],
    ]);
  });

  test('is told once when the page says twice that it is hidden', async ({ site, visit }) => {
    await visit.open('/read', withScript());
    await site.events(1);
    await visit.page.clock.fastForward(10_000);
    await show(visit.page, 'hidden');
    await show(visit.page, 'hidden');
    await visit.page.clock.fastForward(60_000);
    await show(visit.page, 'visible');
    await show(visit.page, 'visible');
    await visit.page.clock.fastForward(7000);
    await show(visit.page, 'hidden');
    await show(visit.page, 'hidden');
    expect((await site.events(3, 'with leaves')).map(({ seconds }) => seconds)).toEqual([undefined, 10, 17]);
  });

  test('begins anew when the page comes back from the back/forward cache', async ({ site, visit }) => {
    site.page('/other', '<p>other</p>');
    await visit.open('/read', withScript());
    await site.events(1);
    await visit.page.clock.fastForward(10_000);
    await visit.page.goto(visit.at('/other'));
    await visit.page.goBack({ waitUntil: 'commit' });
    await site.events(3, 'with leaves');
    await visit.page.clock.fastForward(4000);
    await show(visit.page, 'hidden');
    const events = await site.events(4, 'with leaves');
    expect(events.map(({ type, seconds }) => [type, seconds])).toEqual([
      ['pageview', undefined],
      ['leave', 10],
      ['pageview', undefined],
      ['leave', 4],
    ]);
  });

  test('of an excluded page is not told on the next one, nor the other way round', async ({ site, visit }) => {
    await visit.open('/admin', withScript('data-exclude="/admin"'));
    await visit.page.clock.fastForward(10_000);
    await visit.push('/read');
    await site.events(1, 'with leaves');
    await visit.page.clock.fastForward(5000);
    await visit.push('/admin');
    const events = await site.events(2, 'with leaves');
    expect(events.map(({ url, seconds }) => [url, seconds])).toEqual([
      [visit.at('/read'), undefined],
      [visit.at('/read'), 5],
    ]);
  });
});

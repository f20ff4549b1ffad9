import { expect } from 'vitest';
import { test, withOptions, withScript } from './browser-test.js';
import { describeInBrowser } from './chromium.js';
import type { FixtureSite } from './fixture-site.js';

const NOON = Date.UTC(2026, 2, 1, 12);

/** Names and properties of the custom events, sorted by name. */
async function customEvents(site: FixtureSite, count: number) {
  const events = (await site.events(count)).filter(({ type }) => type === 'custom');
  return events.map(({ name, props }) => [name, props]).toSorted();
}

describeInBrowser('properties of pageviews', () => {
  test('are attributes of the script element, as they are at each pageview', async ({ site, visit }) => {
    await visit.open('/', withOptions('data-prop-plan="pro" data-prop-logged-in="yes" data-property="no"'));
    await site.events(1);
    await visit.page.evaluate("document.querySelector('script[src]').dataset.propPlan = 'free'");
    await visit.push('/a');
    await site.events(2);
    await visit.page.evaluate('footfall("signup", { seats: 3 })');
    expect(await site.each('props', 3)).toEqual([
      { plan: 'pro', loggedIn: 'yes' },
      { plan: 'free', loggedIn: 'yes' },
      { seats: 3 },
    ]);
  });

  test('are none without such attributes, and none without options', async ({ site, visit }) => {
    await visit.open('/', withOptions());
    await site.events(1);
    await visit.open('/small', withScript('data-prop-plan="pro"'));
    expect(await site.each('props', 2)).toEqual([{}, undefined]);
  });
});

describeInBrowser('elements with data-event', () => {
  test('send a custom event with the properties of their attributes when they are clicked', async ({ site, visit }) => {
    await visit.open(
      '/',
      withOptions(
        '',
        `<button data-event="signup" data-event-plan="pro" data-event-order-id="A1" data-eventful="no"><b>Sign up</b></button>
        <button data-event="">nothing</button><i>elsewhere</i>`,
      ),
    );
    await visit.page.click('b');
    await visit.page.click('button >> nth=1');
    await visit.page.click('i');
    expect(await customEvents(site, 2)).toEqual([['signup', { plan: 'pro', orderId: 'A1' }]]);
  });

  test('the innermost one counts, also in a shadow tree and where the page stops the click', async ({
    site,
    visit,
  }) => {
    await visit.open('/', withOptions('', '<div data-event="outer"><p></p></div>'));
    await visit.page.evaluate(`{
      const shadow = document.querySelector('p').attachShadow({ mode: 'open' });
      shadow.innerHTML = '<button data-event="inner"><b>x</b></button>';
      shadow.querySelector('b').addEventListener('click', (click) => click.stopPropagation());
    }`);
    await visit.page.click('b');
    expect(await customEvents(site, 2)).toEqual([['inner', {}]]);
  });

  test('a link that leaves the page is reported, and its exit too', async ({ site, visit }) => {
    const link = site.at('other.test', '/away');
    await visit.open('/', withOptions('', `<a href="${link}" data-event="partner" data-event-place="top">to</a>`));
    await site.events(1);
    await visit.page.click('a');
    await visit.page.waitForURL(link);
    const events = await site.events(3);
    expect(events.map(({ type }) => type).toSorted()).toEqual(['custom', 'exit', 'pageview']);
    expect(await customEvents(site, 3)).toEqual([['partner', { place: 'top' }]]);
  });

  test('a form reports its submission and no click in it', async ({ site, visit }) => {
    await visit.open(
      '/',
      withOptions(
        '',
        '<form data-event="search" data-event-kind="site" target="_blank" action="/sent"><input><button>Go</button></form>',
      ),
    );
    await visit.page.click('input');
    await visit.page.click('button');
    expect(await customEvents(site, 2)).toEqual([['search', { kind: 'site' }]]);
  });

  test('without options, a click says nothing', async ({ site, visit }) => {
    await visit.open('/', withScript('', '<button data-event="signup">Sign up</button>'));
    await visit.page.click('button');
    await site.events(1);
  });
});

describeInBrowser('file downloads', () => {
  const FILES = '<a href="/files/Report.PDF?v=2#page=3">report</a> <a href="/pdf">page</a>';

  test('are custom events with the address of the file', async ({ site, visit }) => {
    await visit.open('/', withOptions('data-file-downloads', FILES));
    await visit.page.evaluate("addEventListener('click', (click) => click.preventDefault())");
    await visit.page.click('a >> nth=0');
    await visit.page.click('a >> nth=1');
    expect(await customEvents(site, 2)).toEqual([['File Download', { url: visit.at('/files/Report.PDF') }]]);
  });

  test('from another host are exits too; a context menu is no click', async ({ site, visit }) => {
    const url = site.at('cdn.test', '/a.zip');
    await visit.open('/', withOptions('data-file-downloads', `<a href="${url}">zip</a>`));
    await visit.page.evaluate("addEventListener('click', (click) => click.preventDefault())");
    await visit.page.click('a', { button: 'right' });
    await visit.page.click('a');
    expect(await customEvents(site, 3)).toEqual([['File Download', { url }]]);
    expect((await site.events(3)).map(({ link }) => link).filter(Boolean)).toEqual([url]);
  });

  test('are nothing without the option', async ({ site, visit }) => {
    await visit.open('/', withOptions('data-file-downloads="false"', FILES));
    await visit.page.evaluate("addEventListener('click', (click) => click.preventDefault())");
    await visit.page.click('a');
    await site.events(1);
  });
});

describeInBrowser('form submissions', () => {
  const FORM = '<form target="_blank" action="/sent"><input required><button>Send</button></form>';

  test('are custom events with the path of the page', async ({ site, visit }) => {
    await visit.open('/contact', withOptions('data-form-submissions', FORM));
    await visit.page.fill('input', 'hello');
    await visit.page.click('button');
    expect(await customEvents(site, 2)).toEqual([['Form: Submission', { path: '/contact' }]]);
  });

  test('count once all fields are valid, whoever checks them', async ({ site, visit }) => {
    await visit.open('/contact', withOptions('data-form-submissions', FORM.replace('<form', '<form novalidate')));
    await visit.page.click('button');
    await site.events(1);
    await visit.page.fill('input', 'hello');
    await visit.page.click('button');
    expect(await customEvents(site, 2)).toEqual([['Form: Submission', { path: '/contact' }]]);
  });

  test('are nothing without the option', async ({ site, visit }) => {
    await visit.open('/contact', withOptions('', FORM.replace('required', '')));
    await visit.page.click('button');
    await site.events(1);
  });
});

describeInBrowser('the scroll depth', () => {
  const LONG = '<body style="margin: 0"><div style="height: 6000px"></div>';

  test.beforeEach(async ({ visit: { page } }) => {
    await page.clock.install({ time: NOON - 60_000 });
    await page.clock.pauseAt(NOON);
  });

  const scrollTo = (page: { evaluate(script: string): Promise<unknown> }, top: number) =>
    page.evaluate(`new Promise((done) => { addEventListener('scroll', done, { once: true }); scrollTo(0, ${top}); })`);

  test('of a page shorter than the window is 100', async ({ site, visit }) => {
    await visit.open('/short', withOptions('', '<p>short</p>'));
    await site.events(1);
    await visit.page.clock.fastForward(5000);
    await visit.page.goto(site.at('other.test', '/'));
    expect((await site.events(2, 'with leaves'))[1]).toMatchObject({ type: 'leave', seconds: 5, scroll: 100 });
  });

  test('is the furthest one, of the page as long as it has become', async ({ site, visit }) => {
    await visit.open('/long', withOptions('', LONG));
    await site.events(1);
    await scrollTo(visit.page, 3000);
    await scrollTo(visit.page, 0);
    await visit.page.clock.fastForward(5000);
    await visit.page.goto(site.at('other.test', '/'));
    // The window has 600 pixels.
    expect((await site.events(2, 'with leaves'))[1]).toMatchObject({ scroll: 60 });
  });

  test('is the first window of a page that was never scrolled', async ({ site, visit }) => {
    await visit.open('/long', withOptions('', LONG));
    await site.events(1);
    await visit.page.clock.fastForward(5000);
    await visit.page.goto(site.at('other.test', '/'));
    expect((await site.events(2, 'with leaves'))[1]).toMatchObject({ scroll: 10 });
  });

  test('begins anew with each page of a single-page app', async ({ site, visit }) => {
    await visit.open('/long', withOptions('', LONG));
    await site.events(1);
    await scrollTo(visit.page, 3000);
    await visit.page.clock.fastForward(5000);
    await visit.push('/next');
    await scrollTo(visit.page, 0);
    await site.events(3, 'with leaves');
    await visit.page.clock.fastForward(5000);
    await visit.page.goto(site.at('other.test', '/'));
    const leaves = (await site.events(4, 'with leaves')).filter(({ type }) => type === 'leave');
    expect(leaves.map(({ url, scroll }) => [url, scroll])).toEqual([
      [visit.at('/long'), 60],
      [visit.at('/next'), 10],
    ]);
  });

  test('is not sent without options', async ({ site, visit }) => {
    await visit.open('/long', withScript('', LONG));
    await site.events(1);
    await visit.page.clock.fastForward(5000);
    await visit.page.goto(site.at('other.test', '/'));
    expect((await site.events(2, 'with leaves'))[1]).not.toHaveProperty('scroll');
  });
});

import { expect } from 'vitest';
import { test, withScript } from './browser-test.js';
import { describeInBrowser } from './chromium.js';

describeInBrowser('pageviews', () => {
  test('a page that loads is a pageview, and leaves nothing in the browser', async ({ site, visit }) => {
    site.page('/', withScript('', '<a href="/pricing?utm_source=x#top">to</a>'));
    site.page('/pricing', withScript());
    await visit.page.goto(visit.at('/'));
    await site.events(1);
    await visit.page.click('a');
    const [first, second] = await site.events(2);
    expect(first).toEqual({
      id: expect.stringMatching(/^0\.\d+$/),
      key: 'key-1',
      type: 'pageview',
      url: visit.at('/'),
      referrer: '',
      language: 'de-DE',
      screen: '800x600',
    });
    expect(second).toMatchObject({ url: visit.at('/pricing?utm_source=x'), referrer: visit.at('/') });
    expect(await visit.context.storageState()).toEqual({ cookies: [], origins: [] });
    expect(visit.complaints).toEqual([]);
  });

  test('a single-page app is counted by its addresses', async ({ site, visit }) => {
    await visit.open('/app', withScript());
    await visit.page.evaluate(`{
      history.pushState(null, '', '/app/a');
      history.pushState(null, '', '/app/a');
      history.pushState(null, '', '/app/a#part');
      history.replaceState(null, '', '/app/a?sort=up');
      history.pushState(null, '', '/app/a?page=2');
      history.replaceState(null, '', '/app/b');
      location.hash = 'part';
    }`);
    await site.events(4);
    await visit.page.goBack();
    await visit.page.goBack();
    const urls = ['/app', '/app/a', '/app/a?page=2', '/app/b', '/app/a?sort=up'].map(visit.at);
    expect((await site.each('url', 5)).toSorted()).toEqual(urls.toSorted());
    expect(visit.sent).toEqual(urls);
    expect((await site.events(5)).every(({ type, referrer }) => type === 'pageview' && !referrer)).toBe(true);
  });

  test.for<readonly [attribute: string, path: string, spelled: string]>([
    ['data-hash', '/', '/#/'],
    ['data-hash', '/app', '/app#/'],
    ['', '/docs/', '/docs'],
    ['', '/docs', '/docs/'],
  ])(
    'a router that with %j makes %s %s as it starts makes no second pageview',
    async ([attribute, path, spelled], { site, visit }) => {
      await visit.open(path, withScript(attribute));
      await visit.page.evaluate(`history.replaceState(null, '', '${spelled}')`);
      await visit.push('/next');
      await site.events(2);
      expect(visit.sent).toEqual([path, '/next'].map(visit.at));
    },
  );

  test('with data-hash the fragment tells pages apart', async ({ site, visit }) => {
    await visit.open('/app', withScript('data-hash'));
    await visit.page.evaluate(`{
      location.hash = '/a';
      history.pushState(null, '', '#/b');
      history.replaceState(null, '', '#/b');
      history.replaceState(null, '', '#/c');
    }`);
    await site.events(4);
    await visit.page.goBack();
    const urls = ['/app', '/app#/a', '/app#/b', '/app#/c', '/app#/a'].map(visit.at);
    expect((await site.each('url', 5)).toSorted()).toEqual(urls.toSorted());
    expect(visit.sent).toEqual(urls);
    expect((await site.events(5)).every(({ hash }) => hash === true)).toBe(true);
  });

  test('a page that comes back from the back/forward cache is seen again', async ({ site, visit }) => {
    await visit.open('/', withScript('', '<script>window.born = Math.random()</script><a href="/next">to</a>'));
    await site.events(1);
    const born = await visit.page.evaluate('born');
    await visit.page.click('a');
    await visit.page.waitForURL('**/next');
    await visit.page.evaluate('history.back()').catch(() => {});
    await site.events(2);
    expect(await visit.page.evaluate('born')).toBe(born);
    expect(await site.each('type', 2)).toEqual(['pageview', 'pageview']);
  });

  test('a prerendered page counts when it is shown, with what was reported before', async ({ site, visit }) => {
    await visit.page.addInitScript(
      "Object.defineProperty(document, 'prerendering', { configurable: true, value: true })",
    );
    await visit.open('/', withScript());
    await visit.page.evaluate('footfall("early")');
    await site.events(0);
    await visit.page.evaluate(`{
      Object.defineProperty(document, 'prerendering', { value: false });
      document.dispatchEvent(new Event('prerenderingchange'));
    }`);
    expect((await site.each('type', 2)).toSorted()).toEqual(['custom', 'pageview']);
  });

  test('a second copy of the script counts nothing twice', async ({ site, visit }) => {
    await visit.open('/', withScript('', withScript()));
    await visit.push('/a');
    expect(await site.each('type', 2)).toEqual(['pageview', 'pageview']);
  });

  test('a page may move by the navigation API, or past the script', async ({ site, visit }) => {
    await visit.open('/app', withScript());
    await visit.page.evaluate(`{
      navigation.addEventListener('navigate', (move) => move.canIntercept && move.intercept({ async handler() {} }));
      navigation.navigate('/app/a');
      navigation.navigate('/app/a');
      navigation.navigate('/app/a#part');
      navigation.navigate('/app/a?sort=up', { history: 'replace' });
      History.prototype.pushState.call(history, null, '', '/app/b');
      History.prototype.replaceState.call(history, null, '', '/app/b?sort=up');
      history.pushState(null, '', '/app/c');
    }`);
    const urls = ['/app', '/app/a', '/app/b', '/app/c'].map(visit.at);
    await site.events(4);
    expect(visit.sent).toEqual(urls);
  });

  test('a page whose history is frozen, or that has no navigation API, is counted', async ({ site, visit }) => {
    // A module is strict: it throws where it cannot write.
    const strict = `<script type="module" data-website-id="key-1">await import('/js/tracker.min.js')</script>`;
    await visit.open('/frozen', `<script>Object.freeze(history)</script>${strict}`);
    await site.events(1);
    await visit.page.evaluate('footfall("signup")');
    await site.events(2);
    await visit.page.addInitScript("Object.defineProperty(window, 'navigation', { value: undefined })");
    await visit.open('/old', withScript());
    await visit.push('/old/a');
    await visit.page.evaluate("history.replaceState(null, '', '/old/a?sort=up')");
    await visit.page.goBack();
    await site.events(5);
    expect(visit.complaints).toEqual([]);
  });
});

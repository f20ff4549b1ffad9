import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { test, withScript } from './browser-test.js';
import { TRACKER } from './built.js';
import { describeInBrowser } from './chromium.js';

const readCode = (): string => readFileSync(new URL('tracker.min.js', TRACKER), 'utf8');

describeInBrowser('the script element', () => {
  test.for([
    ['with the script pasted into it', (code: string) => [`<script LABEL>${code}</script>`, '']],
    ['that is a module', () => [`<script type="module" LABEL>await import('/js/tracker.min.js')</script>`, '']],
    [
      'before a bundle with the script in it',
      (code: string) => ['<script LABEL></script><script src="/app.js"></script>', code],
    ],
    [
      'before one that runs the script later',
      () => ['<script LABEL></script><script src="/app.js"></script>', "import('/js/tracker.min.js')"],
    ],
  ] as const)('may be one %s', async ([, pageOf], { site, visit }) => {
    const [html = '', bundle = ''] = pageOf(readCode());
    site.page('/app.js', bundle, { 'Content-Type': 'text/javascript' });
    const label = `data-website-id="key-1" data-host="${site.at('stats.test')}"`;
    await visit.open(
      '/',
      html.replace('LABEL', () => label),
    );
    expect(await site.each('key', 1)).toEqual(['key-1']);
    expect(site.requests[0]?.headers.host).toBe(new URL(site.at('stats.test')).host);
    expect(visit.complaints).toEqual([]);
  });

  test('without an address of its own reports to the host of the page', async ({ site, visit }) => {
    await visit.open('/', `<script type="module" data-website-id="key-1">await import('/js/tracker.min.js')</script>`);
    await site.events(1);
    expect(site.requests[0]?.headers.host).toBe(new URL(visit.at('/')).host);
  });

  test.for(['', 'data-website-id', 'data-website-id=""'])(
    'without a key counts nothing: %s',
    async (label, { site, visit }) => {
      await visit.open('/', `<!doctype html><script src="/js/tracker.min.js" ${label}></script>`);
      await visit.page.evaluate('footfall("signup")');
      await site.events(0);
      expect(visit.complaints).toEqual([]);
    },
  );

  test.for(['data-website-id=""', 'data-website-id="key-0" data-host="http://["'])(
    'that is wrong (%s) leaves the page to the next one',
    async (label, { site, visit }) => {
      const early = `<script src="/js/tracker.min.js" ${label}></script><script>footfall('early')</script>`;
      await visit.open('/', `<!doctype html>${early}${withScript()}`);
      const events = (await site.events(2)).map(({ key, type }) => `${type} of ${key}`);
      expect(events.toSorted()).toEqual(['custom of key-1', 'pageview of key-1']);
    },
  );

  test.for(['stats.test', 'stats.test:4772', '//stats.test'])('may name its host bare: %s', async (host, { visit }) => {
    const [request] = await Promise.all([
      visit.page.waitForRequest('**/api/event'),
      visit.open('/', withScript(`data-host="${host}"`)),
    ]);
    const scheme = host.startsWith('//') ? 'http:' : 'https://';
    expect(request.url()).toBe(`${scheme}${host}/api/event`);
  });
});

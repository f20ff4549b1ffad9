import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { snippet } from '../../src/websites/embed-code.js';
import { installGuides } from '../../src/websites/install-guides.js';
import { test, withScript } from './browser-test.js';
import { describeInBrowser } from './chromium.js';
import type { PostedEvent } from './fixture-site.js';

const named = (events: readonly PostedEvent[]) => (name: string) => events.find((event) => event.name === name);

describeInBrowser('delivery', () => {
  test('a page reports events of its own, before and after the script is there', async ({ site, visit }) => {
    const stub = 'window.footfall=window.footfall||function(){(footfall.q=footfall.q||[]).push(arguments)}';
    await visit.open('/', withScript('', `<script>${stub};footfall('signup', { plan: 'pro' })</script>`));
    await site.events(2);
    await visit.page.evaluate('footfall("search")');
    const of = named(await site.events(3));
    expect(of('signup')).toMatchObject({ type: 'custom', url: visit.at('/'), props: { plan: 'pro' } });
    expect(of('search')).toMatchObject({ type: 'custom' });
  });

  test('a handler of a page works where the script is blocked', async ({ site, visit }) => {
    const scriptUrl = site.at('shop.test');
    const code = snippet({ trackingKey: 'key-1' }, { scriptUrl, baseUrl: scriptUrl, allowLocalhost: false });
    await visit.page.route('**/js/tracker.min.js', (route) => route.abort());
    await visit.open(
      '/',
      `<!doctype html>${code}<button onclick="footfall('signup');document.title='done'">x</button>`,
    );
    await visit.page.click('button');
    expect(await visit.page.title()).toBe('done');
    expect(visit.complaints.filter((text) => !text.includes('net::ERR_FAILED'))).toEqual([]);
    await site.events(0);
    await visit.page.unroute('**/js/tracker.min.js');
    await visit.page.reload();
    await visit.page.click('button');
    expect(named(await site.events(2))('signup')).toMatchObject({ type: 'custom' });
  });

  test('a page can load the script itself', async ({ site, visit }) => {
    const privacy = await readFile(join(import.meta.dirname, '../../docs/privacy.md'), 'utf8');
    const [, code = ''] = /```html\n(.*?)```/s.exec(privacy) ?? [];
    const html = `<!doctype html>${code.replace('https://stats.example', site.at('shop.test'))}`;
    await visit.open('/', html);
    expect(await site.events(1)).toMatchObject([{ type: 'pageview', key: 'site_…' }]);
    await visit.page.addInitScript("Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })");
    await visit.page.reload();
    await site.events(1);
  });

  test('the code for a tag manager adds the script', async ({ site, visit }) => {
    const scriptUrl = site.at('shop.test');
    const guides = installGuides({ trackingKey: 'key-1' }, { scriptUrl, baseUrl: scriptUrl });
    const { code } = guides.find(({ platform }) => platform === 'Google Tag Manager')!;
    await visit.open('/', `<!doctype html><p>${code}`);
    expect(await site.events(1)).toMatchObject([{ type: 'pageview', key: 'key-1' }]);
  });

  test('properties are sent as the collector takes them', async ({ site, visit }) => {
    const longest = 'x'.repeat(1001);
    await visit.open('/', withScript());
    await visit.page.evaluate(`{
      const long = '${longest}';
      footfall('signup', { plan: null, from: undefined, seats: 3, trial: false, user: { toString: () => 'ada' } });
      footfall(long, { [long]: long, ratio: 0 / 0, list: [5, 6] });
      const many = Array.from({ length: 50 }, (_, index) => ['p' + index, index % 4 === 0 ? null : index]);
      footfall('many', Object.fromEntries(many));
      footfall('none', null);
      footfall('text', 'pro');
    }`);
    const of = named(await site.events(6));
    const name = longest.slice(0, 120);
    expect(of('signup')?.props).toEqual({ seats: 3, trial: false, user: 'ada' });
    expect(of(name)?.props).toEqual({ [longest]: longest.slice(0, 501), ratio: 'NaN', list: '5,6' });
    const kept = Array.from({ length: 42 }, (_, index) => [`p${index}`, index]).filter((_, index) => index % 4 !== 0);
    expect(of('many')?.props).toEqual(Object.fromEntries(kept));
    expect([of('none')?.props, of('text')?.props]).toEqual([{}, {}]);
  });

  test('long addresses are shortened to what the collector takes', async ({ site, visit }) => {
    const query = `?q=${'x'.repeat(17_000)}`;
    await visit.open('/', withScript('', `<a href="${site.at('other.test', `/${query}`)}">out</a>`));
    await site.events(1);
    await visit.push(`/long${query}`);
    await site.events(2);
    await visit.page.click('a', { button: 'middle' });
    const [, long, exit] = await site.events(3);
    expect(long?.url).toBe(visit.at(`/long${query}`).slice(0, 4000));
    expect(exit?.link).toBe(site.at('other.test', `/${query}`).slice(0, 4000));
  });

  test('a strict policy and another origin: no preflight, no cookie, no complaint', async ({ site, visit }) => {
    const stats = site.at('stats.test');
    const policy = `default-src 'none'; script-src ${stats}; connect-src ${stats}`;
    await visit.context.addCookies([{ name: 'login', value: 'secret', url: stats }]);
    const script = `<!doctype html><a href="${site.at('other.test', '/page')}">out</a>
      <script defer src="${stats}/js/tracker.min.js" data-website-id="key-1"></script>`;
    site.page('/', script, { 'Content-Security-Policy': policy });
    await visit.page.goto(visit.at('/'));
    await site.events(1);
    await visit.page.click('a', { button: 'middle' });
    expect(await site.each('type', 2)).toEqual(['pageview', 'exit']);
    expect(site.requests.map(({ method }) => method)).toEqual(['POST', 'POST']);
    expect(site.requests.map(({ headers }) => headers['content-type'])).toEqual(
      Array(2).fill('text/plain;charset=UTF-8'),
    );
    expect(site.requests[0]?.headers).toMatchObject({ host: new URL(stats).host });
    expect(site.requests[0]?.headers.cookie).toBeUndefined();
    expect(visit.complaints).toEqual([]);
  });

  test('what could not be sent is sent again, what was refused is not', async ({ site, visit }) => {
    await visit.page.clock.install();
    site.answerNext(503, 'hang up', 429);
    await visit.open('/', withScript());
    await expect.poll(() => visit.page.clock.fastForward(1000).then(() => site.requests.length)).toBe(4);
    await site.events(1);
    expect(new Set(site.bodies)).toHaveProperty('size', 1);
    site.answerNext(400);
    await visit.page.evaluate('footfall("refused")');
    await expect.poll(() => site.requests.length).toBe(5);
    await visit.page.clock.fastForward(60_000);
    await site.events(1);
    expect(site.requests).toHaveLength(5);
  });

  test('a hostile page is never thrown into', async ({ site, visit }) => {
    await visit.page.addInitScript(`{
      Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError') } });
      window.loop = {};
      loop.self = loop;
    }`);
    await visit.open('/', withScript('data-host="http://["'));
    await visit.open('/', withScript('', '<a href="http://[" onclick="return false">broken</a>'));
    await site.events(1);
    await visit.page.evaluate('footfall("loop", loop)');
    await visit.page.click('a');
    await visit.page.evaluate('navigator.sendBeacon = fetch = () => { throw new Error("gone") }; footfall("lost")');
    await site.events(2);
    expect(visit.complaints).toEqual([]);
  });
});

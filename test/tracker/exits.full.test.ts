import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test, withScript } from './browser-test.js';
import { describeInBrowser } from './chromium.js';
import type { FixtureSite } from './fixture-site.js';

const links = (site: FixtureSite) => `
  <a id="plain" href="${site.at('me:pass@other.test', '/page?q=1#part')}">out</a>
  <a id="prevented" href="${site.at('other.test', '/prevented')}">out</a>
  <a id="blank" href="${site.at('other.test', '/blank')}" target="_blank">out</a>
  <a id="own" href="/own">in</a>
  <a id="mail" href="mailto:me@other.test">write</a>
  <svg width="50" height="20"><a id="drawn" href="${site.at('other.test', '/svg')}"><rect width="50" height="20" /></a></svg>
  <div id="host"></div>
  <script>
    host.attachShadow({ mode: 'open' }).innerHTML =
      '<a id="shaded" href="${site.at('other.test', '/shadow')}"><b>out</b></a>';
    prevented.onclick = (click) => { click.stopImmediatePropagation(); return false };
    for (const type of ['click', 'auxclick']) addEventListener(type, (click) => window.tell?.(click.defaultPrevented));
</script>`;

/** Where the exits lead, as soon as there are `count` events. */
const exitLinks = async (site: FixtureSite, count: number): Promise<readonly unknown[]> =>
  (await site.events(count)).filter(({ type }) => type === 'exit').map(({ link }) => link);

describeInBrowser('clicks on links to another host', () => {
  test.beforeEach(async ({ site, visit }) => {
    await visit.open('/', withScript('', links(site)));
    await site.events(1);
  });

  test.for([
    ['the left button', (page: Page) => page.click('#plain')],
    ['the middle button', (page: Page) => page.click('#plain', { button: 'middle' })],
    ['the keyboard', (page: Page) => page.press('#plain', 'Enter')],
  ] as const)('are exits: %s', async ([, act], { site, visit }) => {
    await act(visit.page);
    expect(await exitLinks(site, 2)).toEqual([site.at('other.test', '/page?q=1')]);
    expect(site.requests.every(({ method }) => method === 'POST')).toBe(true);
  });

  test.for([
    ['in SVG', '#drawn', '/svg'],
    ['in a shadow tree', '#shaded b', '/shadow'],
    ['that the page keeps for itself', '#prevented', '/prevented'],
  ] as const)('are exits: %s', async ([, selector, path], { site, visit }) => {
    await visit.page.click(selector);
    expect(await exitLinks(site, 2)).toEqual([site.at('other.test', path)]);
  });

  test.for<[string, string, Parameters<Page['click']>[1]]>([
    ['the left button', '#plain', {}],
    ['the middle button', '#plain', { button: 'middle' }],
    ['the left button with Ctrl', '#plain', { modifiers: ['Control'] }],
    ['a link that opens a tab', '#blank', {}],
  ])('are left to the browser: %s', async ([, selector, how], { site, visit }) => {
    const prevented: boolean[] = [];
    await visit.page.exposeFunction('tell', (isPrevented: boolean) => prevented.push(isPrevented));
    await visit.page.click(selector, how);
    expect(await exitLinks(site, 2)).toHaveLength(1);
    expect(prevented).toEqual([false]);
  });

  test.for([
    ['the right button', '#plain', 'right'],
    ['a link to the own host', '#own', 'middle'],
    ['a mail address', '#mail', 'left'],
  ] as const)('are not exits: %s', async ([, selector, button], { site, visit }) => {
    await visit.page.click(selector, { button });
    expect(await exitLinks(site, 1)).toEqual([]);
  });

  test('are never held by a collector that hangs', async ({ site, visit }) => {
    site.answerNext('silence');
    await visit.page.click('#plain');
    await visit.page.waitForURL('**/page?q=1#part');
  });
});

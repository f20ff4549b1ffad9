import { expect } from 'vitest';
import { test, withScript } from './browser-test.js';
import { describeInBrowser } from './chromium.js';

describeInBrowser('what a page and its visitor settle', () => {
  test('excluded paths are not counted, by readable patterns', async ({ site, visit }) => {
    await visit.open('/admin/users', withScript('data-exclude="/admin/*, /größe , ,*.pdf"'));
    for (const path of ['/größe/', '/admin', '/x/y.pdf', '/x/y_pdf', '/groesse', '/%E0%A4%A']) await visit.push(path);
    await site.events(4);
    expect(visit.sent).toEqual(['/admin', '/x/y_pdf', '/groesse', '/%E0%A4%A'].map(visit.at));
  });

  test('the first counted page says where the visitor came from', async ({ site, visit }) => {
    site.page('/', `<a href="${visit.at('/landing')}">to</a>`);
    site.page('/landing', withScript('data-exclude="/landing"'));
    await visit.page.goto(site.at('news.test', '/'));
    await visit.page.click('a');
    await visit.page.waitForURL('**/landing');
    await visit.page.waitForFunction('window.footfall');
    await visit.push('/a');
    await site.events(1);
    await visit.push('/b');
    expect(await site.each('referrer', 2)).toEqual([site.at('news.test', '/'), undefined]);
  });

  test('so does the next while that has not arrived: whichever comes first begins the session', async ({
    site,
    visit,
  }) => {
    site.page('/', `<a href="${visit.at('/landing')}">to</a>`);
    site.page('/landing', withScript());
    await visit.page.goto(site.at('news.test', '/'));
    site.answerNext('silence');
    await visit.page.click('a');
    await visit.page.waitForFunction('window.footfall');
    await visit.push('/a');
    await site.events(1);
    await visit.push('/b');
    expect(await site.each('referrer', 2)).toEqual([site.at('news.test', '/'), undefined]);
  });

  test('localhost is named as allowed by the attribute alone', async ({ site, visit }) => {
    await visit.open('/', withScript('data-allow-localhost'));
    await site.events(1);
    await visit.open('/off', withScript('data-allow-localhost="false"'));
    expect(await site.each('localhost', 2)).toEqual([true, undefined]);
  });

  test('data-host names another collector', async ({ site, visit }) => {
    await visit.open('/', withScript(`data-host="${site.at('stats.test', '/')}"`));
    await site.events(1);
    expect(site.requests[0]?.headers.host).toBe(new URL(site.at('stats.test')).host);
  });

  test('who has opted out is not counted, from the next event on', async ({ site, visit }) => {
    await visit.open('/', withScript());
    await site.events(1);
    await visit.page.evaluate("localStorage.footfall_ignore = 'true'");
    await visit.push('/a');
    await visit.page.goto(visit.at('/'));
    await site.events(1);
  });

  test('an automated browser is not counted', async ({ site, visit }) => {
    await visit.page.addInitScript("Object.defineProperty(navigator, 'webdriver', { value: true })");
    await visit.open('/', withScript());
    await visit.page.evaluate('footfall("signup")');
    await site.events(0);
    expect(visit.complaints).toEqual([]);
  });
});

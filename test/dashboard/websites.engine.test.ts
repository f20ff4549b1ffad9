import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { presentZoneName } from '../../src/time/index.js';
import { updateWebsite } from '../../src/websites/change-website.js';
import { pageview, send } from '../service/browser.js';
import { type TestService, testService } from '../service/test-service.js';
import { type SignedIn, signedIn } from './signed-in.js';
import { added, storedWebsite, textOf, WEBSITE } from './website-pages.js';

const NOW = Date.UTC(2026, 2, 29, 12, 34, 56, 789);

let service: TestService;
let owner: SignedIn;

beforeAll(async () => {
  service = await testService({ clock: NOW, environment: { PLAN_PAGEVIEWS_PER_MONTH: '3', PLAN_WEBSITES: '16' } });
});

beforeEach(async () => {
  owner = await signedIn(service);
});

afterAll(() => service?.close());

const stored = (id: string) => storedWebsite(service, id);

describe('the list', () => {
  test('of nobody leads to the first website', async () => {
    const page = await (await signedIn(service)).page('/websites');
    expect(page).toContain('Add your first website');
    expect(page).toContain('href="/websites/new"');
    expect(page).not.toContain('type="search"');
  });

  test('has each website with its last day, the oldest first', async () => {
    const person = await signedIn(service);
    const first = await added(person, { name: 'First <b>', domain: 'one.example' });
    service.clock = NOW + 1000;
    const second = await added(person, { name: 'Second', domain: 'two.example' });
    const { trackingKey } = await stored(second);
    for (const address of ['203.0.113.1', '203.0.113.2']) {
      await send(service, { ...pageview(trackingKey), url: 'https://two.example/' }, { address });
    }
    await service.drain();
    const page = await person.page('/websites');
    expect(page.indexOf('First &lt;b&gt;')).toBeGreaterThan(0);
    expect(page.indexOf('Second')).toBeGreaterThan(page.indexOf('First &lt;b&gt;'));
    expect(page).toContain(`src="/websites/${first}/favicon?`);
    expect(textOf(page)).toMatch(/one\.example .*Not installed yet\. Get the snippet/);
    expect(page).toContain(`href="/websites/${first}/snippet"`);
    expect(textOf(page)).toMatch(/two\.example .*2 visitors/);
    expect(textOf(page)).toContain(
      'Visitors in the current hour and the 23 hours before it, compared with a day earlier.',
    );
    expect(page).toContain('aria-label="Visitors by hour, the current hour last. Peak 2"');
    service.clock = NOW;
  });

  test('has the change against the day before, and is sorted by name or visitors', async () => {
    const person = await signedIn(service);
    const visits = async (name: string, before: number, now: number) => {
      service.clock += 1;
      const { trackingKey } = await stored(await added(person, { name }));
      for (const [ago, count] of [
        [24, before],
        [0, now],
      ] as const) {
        service.clock -= ago * 60 * 60 * 1000;
        for (let visitor = 0; visitor < count; visitor += 1) {
          await send(service, pageview(trackingKey), { address: `198.51.100.${visitor}` });
        }
        service.clock += ago * 60 * 60 * 1000;
      }
    };
    await visits('Calm', 2, 1);
    await visits('busy', 1, 3);
    await visits('Asleep', 0, 0);
    await service.drain();
    const text = textOf(await person.page('/websites'));
    expect(text).toMatch(/Calm .*1 visitor ↓ 50% less than a day earlier/);
    expect(text).toMatch(/busy .*3 visitors ↑ 200% more than a day earlier/);
    const order = async (sort: string) =>
      [...(await person.page(`/websites?sort=${sort}`)).matchAll(/title="(Calm|busy|Asleep)"/g)].map(
        ([, name]) => name,
      );
    expect(await order('name')).toEqual(['Asleep', 'busy', 'Calm']);
    expect(await order('visitors')).toEqual(['busy', 'Calm', 'Asleep']);
    for (const sort of ['', 'nonsense', '%00']) expect(await order(sort)).toEqual(['Calm', 'busy', 'Asleep']);
    service.clock = NOW;
  });

  test('is in a menu of every page about one of them, for their owner alone', async () => {
    const person = await signedIn(service);
    const id = await added(person, { name: '<b>Mine' });
    expect(await person.page(`/websites/${id}/snippet`)).toContain('data-load="/websites/menu"');
    expect(await person.page('/websites/menu')).toBe(`<a href="/websites/${id}">&lt;b&gt;Mine</a>`);
    expect(await (await signedIn(service)).page('/websites/menu')).toBe('');
    expect((await service.app.request('/websites/menu')).headers.get('Location')).toBe(
      '/login?next=%2Fwebsites%2Fmenu',
    );
  });

  test('can be searched when it is long, and says when nothing is found', async () => {
    const person = await signedIn(service);
    for (let number = 0; number < 12; number += 1) await added(person, { name: `Shop ${number}` });
    expect(await person.page('/websites')).not.toContain('type="search"');
    await added(person, { name: 'The needle', domain: 'hay.example' });
    expect(await person.page('/websites')).toContain('type="search"');
    for (const search of ['NEEDLE', ' hay.ex']) {
      const page = await person.page(`/websites?${new URLSearchParams({ search })}`);
      expect(page).toContain('The needle');
      expect(page).not.toContain('Shop 3');
    }
    await added(person, { name: 'Books', domain: 'bücher.example' });
    const page = textOf(await person.page('/websites?search=B%C3%BCcher'));
    expect(page).toContain('bücher.example');
    expect(page).not.toContain('Shop 3');
    const none = await person.page('/websites?search=%3Cscript%3E%25_');
    expect(textOf(none)).toContain('No results for “&lt;script&gt;%_”.');
    expect(none).not.toContain('The needle');
  });

  test('says when the allowance of pageviews is used up, and counts on', async () => {
    const person = await signedIn(service);
    const { trackingKey } = await stored(await added(person));
    const views = async (count: number) => {
      for (let view = 0; view < count; view += 1) await send(service, pageview(trackingKey));
      await service.drain();
    };
    await views(3);
    expect(await person.page('/websites')).not.toContain('pageviews this month');
    await views(1);
    expect(textOf(await person.page('/websites'))).toContain(
      'You’ve used 4 of 3 pageviews this month (133.33%). Data is still collected.',
    );
  });
});

describe('a new website', () => {
  test('is guessed a time zone by the browser, and offered every one without', async () => {
    const page = await owner.page('/websites/new');
    expect(page).toContain('data-guess-zone');
    const zones = Intl.supportedValuesOf('timeZone').map(presentZoneName);
    for (const zone of ['UTC', ...zones]) expect(page.split(`value="${zone}"`), zone).toHaveLength(2);
    for (const former of ['Asia/Calcutta', 'Europe/Kiev']) expect(page).not.toContain(former);
    expect(page).toMatch(/<option value="UTC" selected(="")?>/);
    expect(page).toContain('<optgroup label="Europe">');
    expect(page).toContain('>Kolkata (UTC+5:30)<');
  });

  test('is stored as it is by the interface, and leads to its snippet', async () => {
    const id = await added(owner, { domain: 'https://www.Bücher.example/shop', timezone: 'Asia/Kolkata' });
    expect(await stored(id)).toMatchObject({
      accountId: owner.accountId,
      name: 'Shop',
      domain: 'xn--bcher-kva.example',
      timezone: 'Asia/Kolkata',
    });
    expect(await owner.page(`/websites/${id}/settings`)).toMatch(/<option value="Asia\/Kolkata" selected/);
  });

  test('without a name is called by its domain', async () => {
    const id = await added(owner, { name: ' ', domain: 'https://www.bücher.example/shop' });
    expect((await stored(id)).name).toBe('bücher.example');
  });

  test('that is wrong is told beside each field, which keeps what was typed', async () => {
    const response = await owner.post('/websites/new', {
      name: 'x'.repeat(101),
      domain: '"><script>alert(1)</script>',
      timezone: 'Mars/Olympus',
    });
    expect(response.status).toBe(400);
    const page = await response.text();
    expect(page).toMatch(/id="name-error">Must be 1 to 100 characters\./);
    expect(page).toMatch(/id="domain-error">Must be a domain such as example\.com\./);
    expect(page).toMatch(/id="timezone-error">Must be an IANA time zone\./);
    expect(page).toContain(`value="${'x'.repeat(101)}"`);
    expect(page).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(page).not.toContain('<script>alert');
    expect(page).not.toContain('data-guess-zone');
  });

  test('over the plan is refused, and said before it is typed', async () => {
    const person = await signedIn(service);
    for (let number = 0; number < 16; number += 1) await added(person);
    const response = await person.post('/websites/new', WEBSITE);
    expect(response.status).toBe(403);
    const refused = await response.text();
    expect(refused).toContain('Website limit reached: the plan self-hosted allows 16.');
    expect(refused).toContain('value="example.com"');
    const page = await person.page('/websites/new');
    expect(page).toContain('You have reached your plan’s limit of 16 websites.');
    expect(page).not.toContain('name="domain"');
  });
});

describe('the snippet', () => {
  test('is there to be copied, with one for localhost', async () => {
    const id = await added(owner);
    const { trackingKey } = await stored(id);
    const page = await owner.page(`/websites/${id}/snippet`);
    const script = `&lt;script defer src=&quot;https://footfall.example/js/tracker.min.js&quot; data-website-id=&quot;${trackingKey}&quot;`;
    const queue =
      '&lt;script&gt;window.footfall=window.footfall||function(){(footfall.q=footfall.q||[]).push(arguments)}&lt;/script&gt;';
    for (const more of ['', ' data-allow-localhost=&quot;true&quot;']) {
      expect(page).toContain(`data-copy="${queue}\n${script}${more}&gt;&lt;/script&gt;"`);
    }
    expect(page).toContain(`data-poll="/websites/${id}/snippet/status"`);
  });

  test('waits for the first event, names why others are dropped, and sees it arrive', async () => {
    const id = await added(owner, { domain: 'shop.example' });
    const { trackingKey } = await stored(id);
    const status = async () => {
      const response = await owner.get(`/websites/${id}/snippet/status`);
      expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
      return response.text();
    };
    expect(textOf(await status())).toContain('Waiting for the first event…');
    const snippet = textOf(await owner.page(`/websites/${id}/snippet`));
    expect(snippet).toContain('A visitor ID is a keyed hash of website, IP address and user agent.');
    expect(snippet).toContain('Visitor IDs stay the same permanently');
    expect(await status()).not.toContain('data-done');

    for (const path of ['/1', '/2', '/3']) await send(service, pageview(trackingKey, path));
    await send(service, { ...pageview(trackingKey), type: 'leave', seconds: 5 });
    await send(service, { ...pageview(trackingKey), url: 'http://localhost:8080/' });
    await service.drain();
    const dropped = textOf(await status());
    expect(dropped).toContain('Waiting for the first event…');
    expect(dropped).toContain('3 pageviews from example.com were ignored. Allow this domain example.com');
    expect(dropped).not.toContain('unrecognized domain');
    expect(dropped).toContain('1 event ignored: localhost.');
    expect(textOf(await owner.page(`/websites/${id}/snippet`))).toContain('3 pageviews from example.com were ignored.');

    await send(service, { ...pageview(trackingKey), url: 'https://shop.example/' });
    await service.drain();
    expect(textOf(await status())).toContain('You’re all set');
    expect(await status()).toContain('data-done');
    expect(await owner.page(`/websites/${id}/snippet`)).not.toContain('data-poll');
  });

  test('allows a foreign host by one click, whose events count from then on', async () => {
    const id = await added(owner, { domain: 'shop.example' });
    const { trackingKey } = await stored(id);
    const visit = () => send(service, { ...pageview(trackingKey), url: 'https://xn--lden-loa.example/' });
    await visit();
    const page = await owner.page(`/websites/${id}/snippet`);
    expect(textOf(page)).toContain('1 pageview from läden.example was ignored.');
    const [, host = ''] = /name="host" value="([^"]*)"/.exec(page) ?? [];
    const answer = await owner.post(`/websites/${id}/snippet/allow`, { host });
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `/websites/${id}/snippet?done=allowed`]);
    expect((await stored(id)).allowedDomains).toEqual(['xn--lden-loa.example']);
    const after = textOf(await owner.page(`/websites/${id}/snippet?done=allowed`));
    expect(after).toContain('Domain allowed.');
    expect(after).not.toContain('pageview from');
    await visit();
    await service.drain();
    expect(textOf(await owner.page(`/websites/${id}/snippet`))).toContain('You’re all set');

    await owner.post(`/websites/${id}/snippet/allow`, { host });
    expect((await stored(id)).allowedDomains).toEqual(['xn--lden-loa.example']);
    for (let number = 1; number < 10; number += 1) {
      await owner.post(`/websites/${id}/snippet/allow`, { host: `${number}.example` });
    }
    const full = await owner.post(`/websites/${id}/snippet/allow`, { host: 'eleventh.example' });
    expect([full.status, textOf(await full.text())]).toEqual([
      400,
      expect.stringContaining('Not added to the allowed domains. Must have at most 10 entries.'),
    ]);
  });

  test('says that its own pages send an unknown key, and nothing about the hosts of others', async () => {
    const person = await signedIn(service);
    const id = await added(person, { domain: 'mine.example' });
    await added(await signedIn(service), { domain: 'other.example' });
    const allowedDomains = ['*.theirs.example', 'partner.example'];
    await updateWebsite(service.services.websites, await stored(id), { allowedDomains }, service.clock);
    for (const host of ['www.mine.example', 'partner.example', 'shop.theirs.example', 'other.example']) {
      await send(service, { ...pageview('site_unknown'), url: `https://${host}/secret` });
    }
    const page = textOf(await person.page(`/websites/${id}/snippet/status`));
    expect(page).toContain('1 pageview from www.mine.example had an unknown tracking key. Replace the snippet');
    expect(page).toContain('1 pageview from partner.example had an unknown tracking key.');
    for (const text of ['theirs.example', 'other.example', '/secret']) expect(page).not.toContain(text);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { updateWebsite } from '../../src/websites/change-website.js';
import { findWebsite } from '../../src/websites/find-website.js';
import { findSection, type SettingName, settingEntries } from '../../src/websites/setting-table.js';
import { listSharedLinks } from '../../src/websites/shared-links.js';
import { apiClient } from '../service/api-client.js';
import { pageview, send } from '../service/browser.js';
import { sharedService } from '../service/shared-service.js';
import type { TestService } from '../service/test-service.js';
import { fieldsIn } from './read-page.js';
import { ADDRESS, type SignedIn, signedIn } from './signed-in.js';
import { added, storedWebsite, textOf } from './website-pages.js';

let service: TestService;
let owner: SignedIn;

beforeAll(async () => {
  service = await sharedService();
});

beforeEach(async () => {
  owner = await signedIn(service);
});

afterAll(() => service?.close());

const db = () => service.engines.postgres.db;
const stored = (id: string) => storedWebsite(service, id);

/** What the form of a tab identifies its settings by. */
const markOf = async (id: string, tab = '') => ({
  mark: /name="mark" value="([^"]+)"/.exec(await owner.page(`/websites/${id}/settings${tab}`))?.[1] ?? '',
});

/** What the settings' form sends when nothing is changed in it. */
async function settingsOf(id: string, tab?: string): Promise<Record<string, string>> {
  const website = await stored(id);
  const lists = ['allowedDomains', 'excludedIps', 'excludedPaths', 'excludedHostnames', 'excludedCountries'] as const;
  return {
    name: website.name,
    domain: website.domain,
    timezone: website.timezone,
    chartTheme: website.chartTheme,
    favicon: '',
    ...(await markOf(id, tab)),
    ...Object.fromEntries(lists.map((list) => [list, website[list].join('\r\n')])),
  };
}

describe('the icon', () => {
  const iconOf = (id: string) => owner.get(`/websites/${id}/favicon`);

  test('is a letter in a color of the domain', async () => {
    const id = await added(owner, { domain: 'müller.example' });
    const response = await iconOf(id);
    expect(response.headers.get('Content-Type')).toBe('image/svg+xml');
    const icon = await response.text();
    expect(icon).toMatch(/^<svg .*fill="#[0-9a-f]{6}".*>M<\/text><\/svg>$/);
    expect(await (await iconOf(await added(owner, { domain: 'müller.example' }))).text()).toBe(icon);
  });

  test('is the image that was uploaded, which cannot run, until it is taken away', async () => {
    const id = await added(owner);
    const image = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const form = new FormData();
    for (const [name, value] of Object.entries(await settingsOf(id))) form.set(name, value);
    form.set('icon', new File([image], 'icon.svg', { type: 'image/svg+xml' }));
    expect((await owner.post(`/websites/${id}/settings`, form)).status).toBe(303);
    const response = await iconOf(id);
    expect(response.headers.get('Content-Type')).toBe('image/svg+xml');
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(response.headers.get('Content-Security-Policy')).toContain('sandbox');
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(await response.text()).toBe(image);

    expect((await owner.post(`/websites/${id}/settings`, await settingsOf(id))).status).toBe(303);
    expect(await (await iconOf(id)).text()).toBe(image);
    const without = { ...(await settingsOf(id)), removeIcon: 'on' };
    expect((await owner.post(`/websites/${id}/settings`, without)).status).toBe(303);
    expect((await stored(id)).favicon).toBeNull();
  });

  test.each([
    ['too large', new File([new Uint8Array(16 * 1024 + 1)], 'icon.png', { type: 'image/png' })],
    ['of another type', new File(['<p>'], 'icon.html', { type: 'text/html' })],
    ['of a hostile type', new File(['x'], 'icon.png', { type: 'image/png;base64,"><script>' })],
  ])('is refused when it is %s, and the other errors are told too', async (_what, file) => {
    const id = await added(owner);
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...(await settingsOf(id)), name: '' })) form.set(name, value);
    form.set('icon', file);
    const response = await owner.post(`/websites/${id}/settings`, form);
    expect(response.status).toBe(400);
    const page = await response.text();
    expect(page).toContain('id="icon-error">Must be a PNG, JPEG, GIF, WebP, SVG or ICO image of at most 16 KiB.');
    expect(page).toContain('id="name-error">');
    expect((await stored(id)).favicon).toBeNull();
  });

  test('is asked for again when the form is refused, and a removal stays chosen', async () => {
    const id = await added(owner);
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...(await settingsOf(id)), domain: 'no host' })) form.set(name, value);
    form.set('icon', new File([new Uint8Array(8)], 'icon.png', { type: 'image/png' }));
    const page = await (await owner.post(`/websites/${id}/settings`, form)).text();
    expect(page).toContain('id="icon-error">Choose the file again: a page cannot keep it after an error.');
    form.set('domain', (await stored(id)).domain);
    expect((await owner.post(`/websites/${id}/settings`, form)).status).toBe(303);
    const without = { ...(await settingsOf(id)), name: '', removeIcon: 'on' };
    const refused = await (await owner.post(`/websites/${id}/settings`, without)).text();
    expect(refused).toMatch(/name="removeIcon" type="checkbox" checked/);
    expect((await stored(id)).favicon).not.toBeNull();
  });

  test('at an address that cannot be fetched is a letter, and browsers never ask another host', async () => {
    const id = await added(owner);
    const favicon = 'https://elsewhere.example/icon.png';
    await owner.post(`/websites/${id}/settings`, { ...(await settingsOf(id)), favicon });
    expect((await stored(id)).favicon).toBe(favicon);
    expect(await (await iconOf(id)).text()).toContain('>E</text>');
    const page = await owner.page(`/websites/${id}/settings`);
    expect(page).toContain(`value="${favicon}"`);
    expect(page).not.toContain(`src="${favicon}`);
  });
});

describe('the data retention', () => {
  const save = (id: string, fields: Readonly<Record<string, string>>) =>
    owner.post(`/websites/${id}/settings/data/retention`, fields);
  const retention = async (id: string) => (await stored(id)).retentionMonths;

  test('is saved at once when it deletes nothing, and says from which day data is kept', async () => {
    const id = await added(owner);
    expect(textOf(await owner.page(`/websites/${id}/settings/data`))).toContain('Leave empty to keep everything.');
    const answer = await save(id, { retentionMonths: ' 24 ' });
    expect(answer.status).toBe(303);
    const page = textOf(await owner.page(answer.headers.get('Location') ?? ''));
    expect(page).toContain('Data retention saved.');
    expect(page).toMatch(/Leave empty to keep everything\. Data is kept from \d{1,2} \w+ \d{4}\./);
    expect(await retention(id)).toBe(24);
    await save(id, { retentionMonths: '' });
    expect(await retention(id)).toBeNull();
  });

  test('is confirmed when it deletes events', async () => {
    const client = await apiClient(service);
    owner = await signedIn(service, client.accountId);
    const { id } = await client.website();
    const line = { timestamp: '2020-01-01T12:00:00.000Z', url: 'https://example.com/', visitor: 'ada' };
    expect((await client.import(id, JSON.stringify(line))).body.data.imported).toBe(1);
    const answer = await save(id, { retentionMonths: '24' });
    expect(answer.status).toBe(200);
    const page = await answer.text();
    expect(textOf(page)).toMatch(/ 1 event before \d{1,2} \w+ \d{4} will be deleted tonight\. This cannot be undone\./);
    expect(page).toContain('<input type="hidden" name="retentionMonths" value="24"/>');
    expect(await retention(id)).toBeNull();
    const saved = await save(id, { retentionMonths: '24', confirmed: 'yes' });
    expect(saved.headers.get('Location')).toBe(`/websites/${id}/settings/data?done=retention#notices`);
    expect(await retention(id)).toBe(24);
  });

  test.each(['0', '1.5', '1201', 'two', '-1'])('%s is refused, and shown again', async (retentionMonths) => {
    const id = await added(owner);
    const answer = await save(id, { retentionMonths });
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(textOf(page)).toContain('Enter a whole number from 1 to 1,200, or leave it empty.');
    expect(page).toContain(`value="${retentionMonths}"`);
    expect(await retention(id)).toBeNull();
  });
});

describe('the settings', () => {
  const CHANGED = {
    name: 'Laden & Söhne',
    domain: 'laden.example',
    timezone: 'America/New_York',
    chartTheme: 'ocean',
    favicon: 'https://laden.example/i.svg',
    allowedDomains: ' *.shop.example \r\n\r\npay.example',
    excludedIps: '203.0.113.9\r\n2001:db8::/32',
    excludedPaths: '/admin/*',
    excludedHostnames: 'staging.laden.example\n',
    excludedCountries: 'de\nFR',
    excludeHosting: 'on',
  };
  const EXPECTED = {
    ...CHANGED,
    allowedDomains: ['*.shop.example', 'pay.example'],
    excludedIps: ['203.0.113.9', '2001:db8::/32'],
    excludedPaths: ['/admin/*'],
    excludedHostnames: ['staging.laden.example'],
    excludedCountries: ['DE', 'FR'],
    excludeHosting: true,
  };

  const TABS = ['', '/tracking', '/exclusions'];
  const pathOf = (id: string, tab: string) => `/websites/${id}/settings${tab}`;
  /** Sends these settings to each tab, which takes its own of them. */
  async function saveAll(id: string, fields: Readonly<Record<string, string>>) {
    const answers: Response[] = [];
    for (const tab of TABS) answers.push(await owner.post(pathOf(id, tab), { ...fields, ...(await markOf(id, tab)) }));
    return answers;
  }

  test('that have a section are all in these tests', () => {
    expect(Object.keys(CHANGED).toSorted()).toEqual(
      settingEntries.flatMap(([name, { section }]) => (section === undefined ? [] : [name])).toSorted(),
    );
  });

  test('are all saved, shown again, and all taken back', async () => {
    const id = await added(owner);
    const answers = await saveAll(id, CHANGED);
    expect(answers.map((answer) => [answer.status, answer.headers.get('Location')])).toEqual(
      TABS.map((tab) => [303, `${pathOf(id, tab)}?done=saved`]),
    );
    expect(await stored(id)).toMatchObject(EXPECTED);

    const pages = await Promise.all(TABS.map((tab) => owner.page(`${pathOf(id, tab)}?done=saved`)));
    for (const page of pages) expect(page).toContain('Changes saved.');
    expect(fieldsIn(pages.join(''))).toMatchObject(
      Object.fromEntries(
        Object.entries(EXPECTED).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.join('\n') : value === true ? 'on' : value,
        ]),
      ),
    );

    const { name, domain, timezone, chartTheme } = CHANGED;
    await saveAll(id, { name, domain, timezone, chartTheme });
    expect(await stored(id)).toMatchObject({
      favicon: null,
      allowedDomains: [],
      excludedIps: [],
      excludedPaths: [],
      excludedHostnames: [],
      excludedCountries: [],
      excludeHosting: false,
    });
  });

  test.each(TABS)('of other tabs stay when %s is saved', async (tab) => {
    const id = await added(owner);
    await saveAll(id, CHANGED);
    const before = await stored(id);
    const { name, domain, timezone, chartTheme, favicon } = CHANGED;
    const others = tab === '' ? { name, domain, timezone, chartTheme, favicon } : {};
    await owner.post(pathOf(id, tab), { ...others, ...(await markOf(id, tab)) });
    const changed = Object.entries(await stored(id)).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof typeof before]),
    );
    const section = { '/tracking': 'domains', '/exclusions': 'exclusions' }[tab];
    const own = Object.keys(CHANGED).filter((name) => findSection(name as SettingName) === section);
    expect(
      changed
        .map(([field]) => field)
        .filter((field) => field !== 'updatedAt')
        .toSorted(),
    ).toEqual(own.toSorted());
  });

  test('that are wrong change nothing, and each is told beside its field with what was typed', async () => {
    const id = await added(owner);
    const before = await stored(id);
    const wrong = {
      ...CHANGED,
      name: ' ',
      chartTheme: 'plaid',
      favicon: 'javascript:alert(1)',
      allowedDomains: 'fine.example\nno host\n</textarea><script>',
      excludedIps: '1\n2\n3\n4\n5',
      excludedPaths: 'admin',
      excludedHostnames: '*',
      excludedCountries: 'Germany',
    };
    const answers = await saveAll(id, wrong);
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    const page = (await Promise.all(answers.map((answer) => answer.text()))).join('\n');
    const text = textOf(page);
    for (const sentence of [
      'Not saved. Please check:',
      'Must be 1 to 100 characters.',
      'Must be one of default, ocean,',
      'Must be an http or https URL.',
      '“no host” must be a domain such as shop.example.com or *.example.com.',
      '“1” must be an IP address or CIDR range. “2” must be an IP address or CIDR range. “3” must be an IP address or CIDR range. And 2 more.',
      '“admin” must begin with / or *.',
      '“Germany” must be a two-letter country code such as DE.',
    ]) {
      expect(text).toContain(sentence);
    }
    expect(page).toContain('fine.example\nno host\n&lt;/textarea&gt;&lt;script&gt;</textarea>');
    expect(page).toContain('value="javascript:alert(1)"');
    expect(page).toContain('href="#excludedCountries"');
    expect(await stored(id)).toEqual(before);
  });

  test('keep a list that is longer than is allowed now, until it is changed', async () => {
    const id = await added(owner);
    const excludedPaths = Array.from({ length: 501 }, (_, place) => `/old/${place}`);
    await updateWebsite(
      { db: db(), refresh: (id) => service.services.websites.refresh(id) },
      await stored(id),
      { excludedPaths },
      service.clock,
    );
    const saved = await owner.post(`/websites/${id}/settings`, { ...(await settingsOf(id)), name: 'Renamed' });
    expect(saved.status).toBe(303);
    expect(await stored(id)).toMatchObject({ name: 'Renamed', excludedPaths });
    const changed = { ...(await settingsOf(id, '/exclusions')), excludedPaths: `${excludedPaths.join('\n')}\n/new` };
    const refused = await owner.post(`/websites/${id}/settings/exclusions`, changed);
    expect([refused.status, textOf(await refused.text())]).toEqual([
      400,
      expect.stringContaining('Must have at most 500 entries.'),
    ]);
  });

  test("take the viewer's own address, with everything else that is typed", async () => {
    const id = await added(owner);
    const path = `/websites/${id}/settings/exclusions`;
    expect(await owner.page(path)).toContain('Exclude my IP address');
    const typed = { ...(await settingsOf(id, '/exclusions')), excludedPaths: '/typed', excludedIps: '198.51.100.1' };
    await owner.post(path, { ...typed, exclude: 'own-address' });
    expect(await stored(id)).toMatchObject({ excludedPaths: ['/typed'], excludedIps: ['198.51.100.1', ADDRESS] });
    const page = await owner.page(path);
    expect(page).not.toContain('Exclude my IP address');
    expect(textOf(page)).toContain(`Your IP address, ${ADDRESS}, is excluded.`);
  });

  test('take a page, hostname or country that is chosen among those seen', async () => {
    const id = await added(owner);
    const path = `/websites/${id}/settings/exclusions`;
    expect(await owner.page(path)).not.toContain('<select name="add-excludedPaths"');
    expect(await owner.page(path)).toContain('<option value="DE">Germany</option>');
    const { trackingKey } = await stored(id);
    await send(service, pageview(trackingKey, '/<b>&"'));
    // Visitors choose addresses that would exclude more than themselves.
    for (const trap of ['/*', '/x%0A/*', '/a%20', '/blog*', `/${'x'.repeat(600)}`]) {
      await send(service, pageview(trackingKey, trap));
    }
    await expect
      .poll(() => owner.page(path))
      .toContain('<option value="/&lt;b&gt;&amp;&quot;">/&lt;b&gt;&amp;&quot; (1)</option>');
    await expect
      .poll(async () => (await owner.page(`/websites/${id}/pages.csv`)).split('\r\n').length)
      .toBeGreaterThanOrEqual(7);
    const html = await owner.page(path);
    expect(html).toContain('<option value="example.com">example.com (1)</option>');
    const [, pages = ''] = /name="add-excludedPaths".*?<\/option>(.*?)<\/select>/s.exec(html) ?? [];
    expect([...pages.matchAll(/value="([^"]*)"/g)].map(([, value]) => value)).toEqual(['/&lt;b&gt;&amp;&quot;']);
    const typed = { ...(await settingsOf(id, '/exclusions')), excludedPaths: '/typed\r\n' };
    const choices = {
      'add-excludedPaths': '/typed',
      'add-excludedHostnames': 'example.com',
      'add-excludedCountries': 'DE',
    };
    await owner.post(path, { ...typed, ...choices, 'add-allowedDomains': 'other.example' });
    expect(await stored(id)).toMatchObject({
      excludedPaths: ['/typed'],
      excludedHostnames: ['example.com'],
      excludedCountries: ['DE'],
      allowedDomains: [],
    });
    const wrong = await owner.post(path, { ...(await settingsOf(id, '/exclusions')), 'add-excludedCountries': 'QQ' });
    expect([wrong.status, textOf(await wrong.text())]).toEqual([400, expect.stringContaining('“QQ” must be a')]);
  });

  test('say what exclusions would have kept out, and send no address for that', async () => {
    const id = await added(owner);
    const path = `/websites/${id}/settings/exclusions`;
    expect(await owner.page(path)).toContain(
      `data-preview="${path}/preview" data-preview-fields="excludedPaths excludedHostnames excludedCountries"`,
    );
    const { trackingKey } = await stored(id);
    for (const visit of ['/', '/admin/a', '/admin/b']) {
      await send(service, pageview(trackingKey, visit));
    }
    const preview = async (fields: Record<string, string>) =>
      textOf(await owner.page(`${path}/preview?${new URLSearchParams(fields)}`));
    await expect
      .poll(() => preview({ excludedPaths: '/admin/*\r\n\r\n/b' }))
      .toContain('had 2 events, 66.7% of all events, by 1 visitor. Stored events are not deleted.');
    expect(await preview({ excludedCountries: 'de' })).toContain('had no events in the last 90 days.');
    expect((await preview({})).trim()).toBe('');
    for (const wrong of [{ excludedPaths: 'admin' }, { excludedCountries: 'Germany' }, { excludedHostnames: 'a b' }]) {
      expect(await preview(wrong)).toContain('Correct the entries to see what they would have excluded.');
    }
  });

  test('give a new tracking key, and the old one is dead', async () => {
    const id = await added(owner);
    const { trackingKey } = await stored(id);
    const page = await owner.page(`/websites/${id}/settings/tracking`);
    expect(page).toContain('The current snippet stops working immediately.');
    expect((await owner.post(`/websites/${id}/settings/tracking/key`)).status).toBe(303);
    expect((await stored(id)).trackingKey).not.toBe(trackingKey);
    expect((await send(service, pageview(trackingKey))).headers.get('X-Footfall-Dropped')).toBe('unknown_key');
  });
});

describe('a time zone', () => {
  test.each([
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['US/Pacific', 'US/Pacific'],
  ])('%s is listed once, as %s, and saving other settings keeps it', async (timezone, listed) => {
    const id = await added(owner, { timezone });
    const page = await owner.page(`/websites/${id}/settings`);
    expect([...page.matchAll(/<option value="([^"]+)" selected/g)].map(([, zone]) => zone)).toEqual([listed]);
    expect(page.split(`value="${listed}"`)).toHaveLength(2);
    await owner.post(`/websites/${id}/settings`, { ...(await settingsOf(id)), timezone: listed, name: 'Other' });
    expect(await stored(id)).toMatchObject({ name: 'Other', timezone, countState: 'complete' });
  });
});

describe('an international domain', () => {
  test('is in Unicode, in lists of hosts too, and saved as the same host', async () => {
    const id = await added(owner, { domain: 'bücher.example' });
    const hosts = { allowedDomains: 'läden.example\n*.xn--4gbrim.example', excludedHostnames: 'test-*.bücher.example' };
    const save = async (fields: Readonly<Record<string, string>>) => {
      for (const tab of ['', '/tracking', '/exclusions']) {
        const sent = { ...(await settingsOf(id, tab)), ...fields };
        expect((await owner.post(`/websites/${id}/settings${tab}`, sent)).status).toBe(303);
      }
    };
    await save(hosts);
    const saved = {
      domain: 'xn--bcher-kva.example',
      allowedDomains: ['xn--lden-loa.example', '*.xn--4gbrim.example'],
      excludedHostnames: ['test-*.xn--bcher-kva.example'],
    };
    expect(await stored(id)).toMatchObject(saved);
    const tabs = ['', '/tracking', '/exclusions'].map((tab) => owner.page(`/websites/${id}/settings${tab}`));
    const page = (await Promise.all(tabs)).join('');
    expect(page).toContain('value="bücher.example"');
    expect(page).toMatch(/läden\.example\n\*\.موقع\.example<\/textarea>/);
    expect(page).toContain('test-*.bücher.example</textarea>');
    expect(textOf(page)).toContain('bücher.example and its subdomains are always allowed.');

    const shown = {
      domain: 'bücher.example',
      allowedDomains: 'läden.example\n*.موقع.example',
      excludedHostnames: 'test-*.bücher.example',
    };
    await save(shown);
    expect(await stored(id)).toMatchObject(saved);
  });

  test.each(['Bücher.example', 'bu\u0308cher.example', 'xn--bcher-kva.example'])(
    'is deleted when %s is typed',
    async (typedDomain) => {
      const id = await added(owner, { domain: 'bücher.example' });
      expect(textOf(await owner.page(`/websites/${id}/settings/data`))).toContain('Enter bücher.example to confirm');
      expect((await owner.post(`/websites/${id}/settings/data/delete`, { typedDomain })).status).toBe(303);
    },
  );
});

describe('a deletion', () => {
  test.each([
    ['nothing', ''],
    ['another domain', 'example.org'],
    ['more', 'example.com.'],
    ['much more', 'x'.repeat(100_000)],
  ])('with %s typed deletes nothing', async (_what, typed) => {
    const id = await added(owner);
    const response = await owner.post(`/websites/${id}/settings/data/delete`, { typedDomain: typed });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('Not deleted: enter example.com exactly as shown.');
    expect(await findWebsite(db(), id)).toBeDefined();
  });

  test('with the domain typed takes the website, its events and its links', async () => {
    const person = await signedIn(service);
    const id = await added(person);
    await person.post(`/websites/${id}/sharing/add`, { linkName: 'Board', linkReaders: 'all' });
    const response = await person.post(`/websites/${id}/settings/data/delete`, { typedDomain: ' Example.COM ' });
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/websites?done=deleted']);
    expect(await findWebsite(db(), id)).toBeUndefined();
    expect(await listSharedLinks(db(), id)).toEqual([]);
    expect((await person.get(`/websites/${id}/settings`)).status).toBe(404);
    expect(await person.page('/websites?done=deleted')).toContain('Website deleted');
  });
});

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { specified, websiteShape } from '../../src/http/v1/website-view.js';
import { settingEntries, settings } from '../../src/websites/setting-table.js';
import { newWebsite, websitePatch } from '../../src/websites/settings.js';
import { checkRows } from '../rows.js';

const valid = { name: 'Shop', domain: 'example.com', timezone: 'Europe/Berlin' };

function listErrors(schema: z.ZodType, body: unknown): readonly string[] {
  const { error } = schema.safeParse(body);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

const patched = (patch: object) => websitePatch.parse(patch);
const patchErrors = (patch: object) => listErrors(websitePatch, patch);

describe('a new website', () => {
  it('needs a name, a domain and a time zone', () => {
    expect(newWebsite.parse(valid)).toEqual(valid);
    expect(listErrors(newWebsite, {})).toEqual(['name: is required', 'domain: is required', 'timezone: is required']);
  });

  it('may have a favicon and allowed domains, and nothing else', () => {
    const more = { favicon: 'https://example.com/i.png', allowedDomains: ['*.Example.org'] };
    expect(newWebsite.parse({ ...valid, ...more })).toEqual({ ...valid, ...more, allowedDomains: ['*.example.org'] });
    const { error } = newWebsite.safeParse({ ...valid, chartTheme: 'ocean', trackingKey: 'mine' });
    expect(error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['chartTheme', 'trackingKey'] }]);
  });

  it('may exclude hosting providers from the start', () => {
    expect(newWebsite.parse({ ...valid, excludeHosting: true })).toEqual({ ...valid, excludeHosting: true });
  });

  it('tells every error at once', () => {
    const wrong = { name: '', domain: 'no host', timezone: 'Mars/Olympus', favicon: 'x', allowedDomains: ['*'] };
    expect(listErrors(newWebsite, wrong)).toEqual([
      'name: must be 1 to 100 characters',
      'domain: must be a domain such as example.com',
      'timezone: must be an IANA time zone',
      'favicon: must be an http or https URL',
      'allowedDomains.0: must be a domain such as shop.example.com or *.example.com',
    ]);
  });
});

describe('settings', () => {
  it('are all optional in a patch', () => {
    expect(patched({})).toEqual({});
  });

  it('take names', () =>
    checkRows(['a', 'x'.repeat(100), '🦶'.repeat(100), "Robert'); drop table websites;--", '<b>"&"</b>'], (name) => {
      expect(patched({ name })).toEqual({ name });
    }));

  it('trim the name', () => {
    expect(patched({ name: '  Shop  ' })).toEqual({ name: 'Shop' });
  });

  it('refuse a name for its length', () =>
    checkRows(['', '   ', 'x'.repeat(101), 'x'.repeat(3000), '🦶'.repeat(101)], (name) => {
      expect(patchErrors({ name })).toEqual(['name: must be 1 to 100 characters']);
    }));

  it('refuse a name that cannot be stored or shown', () =>
    checkRows(['a\0b', 'a\nb', 'half \ud83e'], (name) => {
      expect(patchErrors({ name })).toEqual(['name: must not contain control characters']);
    }));

  it('refuse a text that is none', () =>
    checkRows(['name', 'domain', 'timezone', 'favicon'], (field) => {
      for (const value of [1, true, ['x'], {}])
        expect(patchErrors({ [field]: value })).toEqual([`${field}: must be a string`]);
    }));

  it('refuse a list that is no list of texts', () =>
    checkRows(['allowedDomains', 'excludedIps', 'excludedPaths', 'excludedHostnames', 'excludedCountries'], (field) => {
      for (const value of ['x', null, { 0: 'x' }])
        expect(patchErrors({ [field]: value })).toEqual([`${field}: must be a list`]);
      expect(patchErrors({ [field]: [null] })).toEqual([`${field}.0: must be a string`]);
      expect(patchErrors({ [field]: ['a\0'] })).toContain(`${field}.0: must not contain control characters`);
    }));

  it('take true and false alone', () =>
    checkRows(['excludeHosting', 'emailWeeklySummary', 'emailTrafficSpike'], (field) => {
      expect(patched({ [field]: true })).toEqual({ [field]: true });
      for (const value of ['true', 1, null])
        expect(patchErrors({ [field]: value })).toEqual([`${field}: must be true or false`]);
    }));

  it('refuse a public suffix as a domain', () =>
    checkRows(['com', 'co.uk', 'https://com/', 'рф', 'foo.ck'], (domain) => {
      expect(patchErrors({ domain })).toEqual([
        expect.stringMatching(/^domain: must be a website's own domain: [a-z.0-9-]+ is a public suffix$/),
      ]);
    }));

  it('take domains', () =>
    checkRows(['localhost', 'intranet', 'github.io', '192.168.1.10', '[2001:db8::1]'], (domain) => {
      expect(patched({ domain })).toEqual({ domain });
    }));

  it('take any time zone that Intl knows', () => {
    for (const timezone of ['UTC', 'Asia/Kolkata', 'Australia/Lord_Howe'])
      expect(patched({ timezone })).toEqual({ timezone });
    expect(patched({ timezone: 'europe/berlin' })).toEqual({ timezone: 'Europe/Berlin' });
    expect(patchErrors({ timezone: '+02:00' })).toEqual(['timezone: must be an IANA time zone']);
  });

  it('take a favicon away by null', () => {
    expect(patched({ favicon: null })).toEqual({ favicon: null });
    expect(patchErrors({ favicon: 'javascript:alert(1)' })).toEqual(['favicon: must be an http or https URL']);
  });

  const image = (type: string, bytes: number) => `data:${type};base64,${Buffer.alloc(bytes).toString('base64')}`;

  it('take a favicon in the text itself', () =>
    checkRows(['image/png', 'image/svg+xml', 'image/x-icon'], (type) => {
      expect(patched({ favicon: image(type, 16 * 1024) })).toEqual({ favicon: image(type, 16 * 1024) });
    }));

  it('refuse other data for a favicon', () =>
    checkRows(
      [
        image('image/png', 16 * 1024 + 1),
        image('text/html', 10),
        'data:image/png,raw',
        'data:image/png;base64,',
        'data:image/png;base64,"><script>',
        'DATA:text/html,<script>alert(1)</script>',
      ],
      (favicon) => {
        expect(patchErrors({ favicon })).toEqual(['favicon: must be an image of at most 16 KiB']);
      },
    ));

  it('take ten allowed domains', () => {
    const allowedDomains = Array.from({ length: 10 }, (_, index) => `${index}.example.com`);
    expect(patched({ allowedDomains })).toEqual({ allowedDomains });
    expect(patchErrors({ allowedDomains: [...allowedDomains, 'x.example.com'] })).toEqual([
      'allowedDomains: must have at most 10 entries',
    ]);
  });

  it('tell what is wrong with too many entries, and with each of them', () => {
    const allowedDomains = ['no host', 7, ...Array.from({ length: 9 }, (_, index) => `${index}.example.com`)];
    expect(patchErrors({ allowedDomains })).toEqual([
      'allowedDomains.0: must be a domain such as shop.example.com or *.example.com',
      'allowedDomains.1: must be a string',
      'allowedDomains: must have at most 10 entries',
    ]);
    expect(patchErrors({ allowedDomains: Array(501).fill('no host') })).toEqual([
      'allowedDomains: must have at most 10 entries',
    ]);
  });

  it('bound the entries of each list', () =>
    checkRows(
      [
        ['excludedIps', '192.0.2.1', 500],
        ['excludedPaths', '/admin/*', 500],
        ['excludedHostnames', 'a.example', 100],
        ['excludedCountries', 'DE', 250],
      ],
      ([field, entry, max]) => {
        const entries = Array<string>(max).fill(entry);
        expect(patched({ [field]: entries })).toEqual({ [field]: entries });
        const refused = [`${field}: must have at most ${max} entries`];
        expect(patchErrors({ [field]: [...entries, entry] })).toEqual(refused);
        expect(patchErrors({ [field]: Array(100_000).fill(entry) })).toEqual(refused);
      },
    ));

  it('bound the length of an entry, and of all entries together', () => {
    const path = `/${'x'.repeat(499)}`;
    expect(patched({ excludedPaths: [path] })).toEqual({ excludedPaths: [path] });
    expect(patchErrors({ excludedPaths: [`${path}x`] })).toEqual(['excludedPaths.0: must be 1 to 500 characters']);
    expect(patched({ excludedPaths: Array(32).fill(path) })).toMatchObject({ excludedPaths: { length: 32 } });
    expect(patchErrors({ excludedPaths: Array(33).fill(path) })).toEqual([
      'excludedPaths: must have at most 16,384 characters in all',
    ]);
  });

  it('take addresses and blocks of them', () => {
    const excludedIps = ['192.0.2.1', '10.0.0.0/8', '::1', '2001:db8::/32', '0.0.0.0/0', '::ffff:192.0.2.1'];
    expect(patched({ excludedIps })).toEqual({ excludedIps });
  });

  it('refuse what is no address', () =>
    checkRows(
      [
        '192.0.2',
        '192.0.2.256',
        '10.0.0.0/33',
        '::/129',
        '10.0.0.0/',
        '10.0.0.0/8/8',
        '10.0.0.0/-1',
        'fe80::1%eth0',
        'x',
      ],
      (ip) => {
        expect(patchErrors({ excludedIps: [ip] })).toEqual(['excludedIps.0: must be an IP address or CIDR range']);
      },
    ));

  it('take paths from the root, or with a wildcard in front', () => {
    expect(patched({ excludedPaths: ['/', '/admin/*', '*.pdf', '/ü'] })).toMatchObject({
      excludedPaths: { length: 4 },
    });
    expect(patchErrors({ excludedPaths: ['admin'] })).toEqual(['excludedPaths.0: must begin with / or *']);
  });

  it('take known countries in upper case', () => {
    expect(patched({ excludedCountries: ['de', 'US', 'xk'] })).toEqual({ excludedCountries: ['DE', 'US', 'XK'] });
    expect(patchErrors({ excludedCountries: ['ZZ', 'EU', 'DEU', 'ß'] })).toEqual(
      [0, 1, 2, 3].map((index) => `excludedCountries.${index}: must be a two-letter country code such as DE`),
    );
  });

  it('know nine chart themes', () => {
    expect(patched({ chartTheme: 'cyber' })).toEqual({ chartTheme: 'cyber' });
    expect(patchErrors({ chartTheme: 'Ocean' })).toEqual([
      expect.stringMatching(/^chartTheme: must be one of default, /),
    ]);
  });

  it('have a JSON Schema that names every field and its limits', () => {
    const { properties, additionalProperties } = z.toJSONSchema(websitePatch, { io: 'input' });
    expect(Object.keys(properties ?? {}).toSorted()).toEqual(Object.keys(settings).toSorted());
    expect(additionalProperties).toBe(false);
    expect(properties).toMatchObject({
      name: { type: 'string', minLength: 1, maxLength: 100 },
      allowedDomains: { type: 'array', maxItems: 10, items: { type: 'string', maxLength: 253 } },
    });
  });
});

describe('each setting', () => {
  it('is in the answers of the API and can be set there, or neither', () => {
    const settable = Object.keys(specified(websitePatch).shape);
    for (const [name, { isUnspecified = false }] of settingEntries) {
      expect([name, settable.includes(name), name in websiteShape.shape]).toEqual([
        name,
        !isUnspecified,
        !isUnspecified,
      ]);
    }
  });
});

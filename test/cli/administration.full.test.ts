import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Environment } from './footfall.js';
import { answerHere, footfallHere } from './footfall-here.js';
import { openHere, type ServiceHere } from './here.js';

const OWNER = 'owner@example.com';

let folder: string;
let environment: Environment;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-administration-'));
  environment = { DATA_DIR: join(folder, 'data') };
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Whether the doctor finds no problem, and what it says of each thing it looks at. */
async function examination() {
  type Examination = { ok: boolean; checks: readonly { name: string; status: string }[] };
  const { ok, checks } = await answerHere<Examination>(['doctor'], environment);
  return { ok, found: new Map(checks.map(({ name, status }) => [name, status])) };
}

const generateKey = (...more: readonly string[]) =>
  answerHere<{ apiKey: string }>(['key', 'generate', '--account', OWNER, ...more], environment);

describe('before the first start', () => {
  test('migrate says what it applied, once', async () => {
    const applied = await answerHere<Record<string, string[]>>(['migrate'], environment);
    expect(applied.clickhouse).toContain('0001_events.sql');
    expect(applied.postgres).toContain('0000_tables');
    expect(await answerHere(['migrate'], environment)).toEqual({ clickhouse: [], postgres: [] });
  });
});

describe('accounts, keys and websites', () => {
  test('an account with a password that was made is shown with it once', async () => {
    const created = await answerHere<{ email: string; password: string }>(
      ['account', 'create', '--email', 'Owner@Example.com', '--first-name', 'Ada'],
      environment,
    );
    expect(created).toMatchObject({ email: OWNER, firstName: 'Ada', lastName: null });
    expect(created.password).toHaveLength(24);
    const { password, ...account } = created;
    expect(await answerHere(['account', 'list'], environment)).toEqual([account]);

    const again = await footfallHere(['account', 'create', '--email', OWNER], environment);
    expect([again.code, again.stdout, again.stderr]).toEqual([
      1,
      '',
      'footfall: --email: this email is already in use\n',
    ]);
  });

  test('are there whether ClickHouse is or not', async () => {
    const away = { ...environment, CLICKHOUSE_URL: 'http://127.0.0.1:1' };
    const { stdout } = await footfallHere(['account', 'list'], away);
    expect(stdout).toContain(OWNER);
    expect((await footfallHere(['rebuild'], away)).stderr).toMatch(
      /^footfall: CLICKHOUSE_URL: ClickHouse cannot be reached/,
    );
  });

  test('a password that was given is not shown', async () => {
    const args = ['account', 'create', '--email', 'second@example.com', '--password', 'given by hand'];
    const { code, stdout, stderr } = await footfallHere(args, environment);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).not.toContain('given by hand');
  });

  test('what nobody has is named', async () => {
    const stranger = ['--account', 'nobody@example.com'];
    for (const args of [
      ['account', 'disable-2fa', ...stranger],
      ['key', 'revoke', ...stranger],
      ['website', 'list', ...stranger],
    ]) {
      const { code, stderr } = await footfallHere(args, environment);
      expect([code, stderr]).toEqual([1, 'footfall: --account: no account with the email nobody@example.com\n']);
    }
    const { code, stderr } = await footfallHere(['key', 'revoke', '--account', OWNER], environment);
    expect([code, stderr]).toEqual([1, `footfall: ${OWNER} has no API key\n`]);
  });

  test('a second factor that was lost is turned off', async () => {
    const ended = await answerHere(['account', 'disable-2fa', '--account', OWNER], environment);
    expect(ended).toEqual({ account: OWNER, twoFactor: false });
  });

  test('every wrong setting of a website is named', async () => {
    const wrong = ['--account', OWNER, '--name', 'Shop', '--domain', 'a b', '--timezone', 'Mars/Olympus'];
    const { code, stderr } = await footfallHere(['website', 'create', ...wrong], environment);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^footfall: --domain: .*; --timezone: .*\n$/);
  });
});

describe('exclusion of hosting providers', () => {
  type Created = { readonly id: string; readonly excludeHosting: boolean };
  const create = (domain: string, ...more: readonly string[]) => {
    const settings = ['--account', 'second@example.com', '--name', 'Shop', '--domain', domain, '--timezone', 'UTC'];
    return answerHere<Created>(['website', 'create', ...settings, ...more], environment);
  };
  const update = (...args: readonly string[]) => footfallHere(['website', 'update', ...args], environment);

  let off: Created;
  let on: Created;

  test('is off, and on when a website is created so', async () => {
    off = await create('twice.example');
    on = await create('twice.example', '--exclude-hosting', '--allowed-domains', 'shop.example, pay.example');
    expect([off.excludeHosting, on.excludeHosting]).toEqual([false, true]);
    expect(on).toMatchObject({ allowedDomains: ['shop.example', 'pay.example'] });
  });

  test('is switched by ID and by domain, and stays', async () => {
    const { id } = await create('switched.example');
    const switched = await answerHere<Created>(['website', 'update', id, '--exclude-hosting'], environment);
    expect(switched).toMatchObject({ id, domain: 'switched.example', excludeHosting: true });
    const { code, stdout } = await update('https://www.Switched.example/', '--no-exclude-hosting');
    expect([code, stdout]).toEqual([0, 'Updated website Shop\n']);
    expect((await update('switched.example', '--exclude-hosting')).code).toBe(0);
    const listed = await answerHere<readonly Created[]>(
      ['website', 'list', '--account', 'second@example.com'],
      environment,
    );
    expect(listed.find((website) => website.id === id)?.excludeHosting).toBe(true);
  });

  test('is switched for one website, that there is, and not without a word', async () => {
    const several = `footfall: several websites have the domain twice.example, use an ID instead: ${off.id}, ${on.id}\n`;
    const missing = 'footfall: nothing to change; see --help for the settings\n';
    for (const [args, message] of [
      [['twice.example', '--exclude-hosting'], several],
      [['nowhere.example', '--exclude-hosting'], 'footfall: no website has the ID or domain nowhere.example\n'],
      [['no host', '--exclude-hosting'], 'footfall: no website has the ID or domain no host\n'],
      [['twice.example'], missing],
    ] as const) {
      const { code, stdout, stderr } = await update(...args);
      expect([code, stdout, stderr]).toEqual([1, '', message]);
    }
  });

  test('names, zones and lists are changed by the rules of the API', async () => {
    const { id } = off;
    const options = [
      '--name',
      'Store',
      '--timezone',
      'Asia/Tokyo',
      '--theme',
      'ocean',
      '--excluded-countries',
      'de, FR',
    ];
    const changed = { id, name: 'Store', timezone: 'Asia/Tokyo', chartTheme: 'ocean', excludedCountries: ['DE', 'FR'] };
    expect(await answerHere(['website', 'update', id, ...options], environment)).toMatchObject(changed);
    const emptied = ['website', 'update', id, '--excluded-countries', '', '--retention-months', '18'];
    expect(await answerHere(emptied, environment)).toMatchObject({
      name: 'Store',
      excludedCountries: [],
      retentionMonths: 18,
    });
    expect(await answerHere(['website', 'update', id, '--retention-months', 'none'], environment)).toMatchObject({
      retentionMonths: null,
    });
    const { code, stderr } = await update(id, '--excluded-ips', '1.2.3', '--timezone', 'Mars/Olympus');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^footfall: --timezone: .*; --excluded-ips: .*\n$/)]);
  });

  test('has a help that names both ways', async () => {
    const { stdout } = await update('--help');
    expect(stdout).toContain('--exclude-hosting');
    expect(stdout).toContain('--no-exclude-hosting');
  });
});

describe('with a service', () => {
  let service: ServiceHere;
  let key: string;
  let website: string;
  let otherWebsite: string;

  const addWebsite = async (name: string) => {
    const settings = [
      '--account',
      OWNER,
      '--name',
      name,
      '--domain',
      'https://www.example.com/',
      '--timezone',
      'Asia/Kathmandu',
    ];
    return answerHere<{ id: string }>(['website', 'create', ...settings], environment);
  };

  beforeAll(async () => {
    key = (await generateKey('--name', 'Importer')).apiKey;
    const created = await addWebsite('Shop');
    const other = await addWebsite('Blog');
    expect(created).toMatchObject({ name: 'Shop', domain: 'example.com', timezone: 'Asia/Kathmandu' });
    expect(await answerHere(['website', 'list', '--account', OWNER], environment)).toEqual([created, other]);
    website = created.id;
    otherWebsite = other.id;
    service = await openHere(environment);
  });

  afterAll(() => service.close());

  const ask = async (path: string, apiKey = key) => {
    const answer = await fetch(`${service.url}/api/v1${path}`, { headers: { 'X-API-Key': apiKey } });
    return (await answer.json()) as { success: boolean; data: { totalVisitors: number; totalPageviews: number } };
  };

  const history = (count: number): string =>
    Array.from({ length: count }, (_, index) => {
      const timestamp = new Date(Date.UTC(2026, 0, 1, 12) + index * 1000).toISOString();
      return `${JSON.stringify({ timestamp, url: `https://example.com/${index % 7}`, visitor: `v${index % 50}` })}\n`;
    }).join('');

  const importFile = async (name: string, content: string | Buffer, into: string, ...more: readonly string[]) => {
    const file = join(folder, name);
    await writeFile(file, content);
    return footfallHere(['import', file, '--url', service.url, '--key', key, '--website', into, ...more], environment);
  };

  test('import sends a file, and says which lines were rejected', async () => {
    const { code, stdout, stderr } = await importFile('a.ndjson', `${history(400)}nonsense\n${history(100)}`, website);
    expect([code, stdout]).toEqual([0, 'Imported 500, rejected 1\nline 401: must be a JSON object\n']);
    expect(stderr).toContain('100 %');
    const { data } = await ask(`/websites/${website}/stats/main?from=2026-01-01&to=2026-01-01`);
    expect(data).toMatchObject({ totalVisitors: 50, totalPageviews: 500 });

    // The same command once more, as after an answer that was lost.
    const again = await importFile('a.ndjson', `${history(400)}nonsense\n${history(100)}`, website, '--json');
    expect(JSON.parse(again.stdout)).toMatchObject({ imported: 500, rejected: 1 });
    const { data: unchanged } = await ask(`/websites/${website}/stats/main?from=2026-01-01&to=2026-01-01`);
    expect(unchanged.totalPageviews).toBe(500);
  });

  test('import takes gzip for what it is, whatever its name', async () => {
    const { code, stdout } = await importFile('b.ndjson', gzipSync(history(300)), otherWebsite, '--json');
    expect([code, JSON.parse(stdout)]).toEqual([0, { imported: 300, rejected: 0, errors: [] }]);
    const { data } = await ask(`/websites/${otherWebsite}/stats/main?from=2026-01-01&to=2026-01-01`);
    expect(data.totalPageviews).toBe(300);
  });

  test('import fails when nothing came in', async () => {
    const none = await importFile('c.ndjson', 'nonsense\n', website);
    expect([none.code, none.stdout]).toEqual([1, 'Imported 0, rejected 1\nline 1: must be a JSON object\n']);

    const alike = await importFile('e.ndjson', `${'nonsense\n'.repeat(1500)}{}\n${'{"a":1}\n'.repeat(2)}`, website);
    expect(alike.stdout.split('\n')).toEqual([
      'Imported 0, rejected 1,503',
      'line 1 and 1,499 others: must be a JSON object',
      'line 1501: timestamp: is required; url: is required',
      'line 1502 and 1 other: timestamp: is required; url: is required; a: unknown field',
      '',
    ]);

    const nowhere = await importFile('d.ndjson', history(10), 'nowhere');
    expect([nowhere.code, nowhere.stdout]).toEqual([1, '']);
    expect(nowhere.stderr).toContain('status 404: Website not found');

    const missing = ['import', join(folder, 'missing'), '--url', service.url, '--key', key, '--website', website];
    expect((await footfallHere(missing, environment)).stderr).toMatch(
      /^footfall: .*missing cannot be read \(ENOENT\)\n$/,
    );
    const away = [
      'import',
      join(folder, 'd.ndjson'),
      '--url',
      'http://127.0.0.1:1',
      '--key',
      key,
      '--website',
      website,
    ];
    expect((await footfallHere(away, environment)).stderr).toContain(
      'http://127.0.0.1:1 does not respond (ECONNREFUSED)',
    );
  });

  test('a refusal reaches the sender of a body that is still under way', async () => {
    const file = join(folder, 'large.ndjson');
    await writeFile(file, Buffer.alloc(40_000_000, 'x'));
    const args = ['import', file, '--url', service.url, '--key', 'wrong', '--website', website];
    const { code, stderr } = await footfallHere(args, environment);
    expect(code).toBe(1);
    expect(stderr).toContain('status 401: Invalid API key');
  });

  test('accounts and websites are listed by the service', async () => {
    const accounts = await answerHere<readonly { id: string; email: string }[]>(['account', 'list'], environment);
    expect(accounts.map(({ email }) => email)).toEqual([OWNER, 'second@example.com']);
    const { stdout } = await footfallHere(['account', 'list'], environment);
    expect(stdout).toMatch(/^ID +EMAIL +CREATED\n\S+ +owner@example\.com +\d{4}-/);
    const websites = await answerHere<readonly { id: string }[]>(['website', 'list', '--account', OWNER], environment);
    expect(websites.map(({ id }) => id)).toEqual([website, otherWebsite]);
    const missing = await footfallHere(['website', 'list', '--account', 'a/b@example.com'], environment);
    expect([missing.code, missing.stderr]).toEqual([
      1,
      'footfall: --account: no account with the email a/b@example.com\n',
    ]);
    expect((await stat(join(folder, 'data/lock.sock'))).mode & 0o777).toBe(0o600);
  });

  test('what changes the embedded databases says that the service must be stopped first', async () => {
    for (const args of [
      ['account', 'create', '--email', 'third@example.com'],
      ['website', 'update', website, '--exclude-hosting'],
    ]) {
      const { code, stdout, stderr } = await footfallHere(args, environment);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(
        /^footfall: the databases in .* are in use by a running Footfall: stop it first, or set DATABASE_URL.*\n$/,
      );
    }

    const { ok, found } = await examination();
    const warnings = [...found].filter(([, status]) => status === 'warning').map(([name]) => name);
    expect([ok, warnings]).toEqual([true, ['databases']]);
    expect((await ask('/websites')).success).toBe(true);
  });
});

describe('after a service', () => {
  test('doctor looks at everything', async () => {
    const { ok, found } = await examination();
    expect([ok, found.size, found.delete('geolocation')]).toEqual([true, 21, true]);
    expect(new Set(found.values())).toEqual(new Set(['ok']));
  });

  test('rebuild makes the tables of statistics again', async () => {
    const rebuilt = { rebuilt: ['visits', 'sessions', 'daily_visitors'], websites: 2, kept: ['usage'] };
    expect(await answerHere(['rebuild'], environment)).toEqual(rebuilt);
  });

  test('rebuild waits for a block that may be half inserted', async () => {
    const block = join(folder, 'data', 'blocks', '000001764547200000-00000000.segment.block');
    await writeFile(block, '');
    const { code, stderr } = await footfallHere(['rebuild'], environment);
    await rm(block);
    expect([code, stderr]).toEqual([
      1,
      'footfall: events wait in DATA_DIR/blocks: start the service, stop it when they are gone, and run rebuild then. If they stay, its log says why\n',
    ]);
  });

  test('a key is revoked, and the next one is another', async () => {
    expect(await answerHere(['key', 'revoke', '--account', OWNER], environment)).toEqual({
      account: OWNER,
      revoked: true,
    });
    const { apiKey } = await generateKey();
    expect(apiKey).toMatch(/^ff_live_[0-9a-f]{64}$/);
  });
});

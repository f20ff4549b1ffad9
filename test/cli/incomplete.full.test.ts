import { cpSync, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { build } from './built.js';
import { type Environment, endAll, footfall, start } from './footfall.js';
import { administerHere, openHere, type ServiceHere, URL_HERE } from './here.js';

const OWNER = { email: 'owner@example.com', password: 'correct horse' };
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const API_KEY = `ff_live_${'cd'.repeat(32)}`;

let folder: string;
/** A data folder with an account, a website and an event, stopped; each test works on a copy. */
let whole: string;

beforeAll(async () => {
  await build();
  folder = await mkdtemp(join(tmpdir(), 'footfall-incomplete-'));
  whole = join(folder, 'whole');
  const bootstrap = { BOOTSTRAP_EMAIL: OWNER.email, BOOTSTRAP_API_KEY: API_KEY };
  const service = await openHere({ DATA_DIR: whole, ...bootstrap });
  const headers = { 'X-API-Key': API_KEY, 'Content-Type': 'application/json' };
  const website = JSON.stringify({ name: 'Shop', domain: 'example.com', timezone: 'UTC' });
  const made = await service.fetch('/api/v1/websites', { method: 'POST', headers, body: website });
  const { data } = (await made.json()) as { data: { apiKey: string } };
  const event = JSON.stringify({ key: data.apiKey, type: 'pageview', url: 'https://example.com/' });
  const kept = await service.fetch('/api/event', {
    method: 'POST',
    headers: { 'User-Agent': AGENT },
    body: event,
  });
  expect([kept.status, kept.headers.get('X-Footfall-Dropped')]).toEqual([202, null]);
  await service.close();
});

afterAll(async () => {
  endAll();
  await rm(folder, { recursive: true, force: true });
});

async function copy(): Promise<Environment> {
  const path = await mkdtemp(join(folder, 'copy-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  cpSync(whole, path, { recursive: true });
  return { DATA_DIR: path };
}

const emptied = async (path: string) => {
  await rm(path, { recursive: true });
  await mkdir(path);
};

const eventTable = async (path: string): Promise<string> => {
  const definition = await readFile(join(path, 'clickhouse/metadata/default/events.sql'), 'utf8');
  const [id = ''] = /[0-9a-f-]{36}/.exec(definition) ?? [];
  return join(path, 'clickhouse/store', id.slice(0, 3), id);
};

const welcome = (service: Pick<ServiceHere, 'fetch'>, url = URL_HERE) =>
  service.fetch('/welcome', {
    method: 'POST',
    headers: { Origin: url },
    body: new URLSearchParams({ email: 'stranger@example.com', password: 'correct horse' }),
    redirect: 'manual',
  });

describe('what an installation has lost', () => {
  test.each<[string, string, (path: string) => Promise<void>]>([
    ['postgres', 'folder gone', (path) => rm(join(path, 'postgres'), { recursive: true })],
    ['postgres', 'folder emptied', (path) => emptied(join(path, 'postgres'))],
    ['clickhouse', 'folder gone', (path) => rm(join(path, 'clickhouse'), { recursive: true })],
    ['clickhouse', 'folder emptied', (path) => emptied(join(path, 'clickhouse'))],
    ['clickhouse', 'store emptied', (path) => emptied(join(path, 'clickhouse/store'))],
    ['clickhouse', 'table of events gone', async (path) => rm(await eventTable(path), { recursive: true })],
    ['secret', 'file gone', (path) => rm(join(path, 'secret'))],
    ['secret', 'another one', (path) => writeFile(join(path, 'secret'), 'ab'.repeat(32))],
    ['instance', 'file gone', (path) => rm(join(path, 'instance'))],
  ])('%s, %s: the start is refused and makes nothing', async (part, _, lose) => {
    const environment = await copy();
    const path = environment.DATA_DIR!;
    await lose(path);
    const before = await readdir(path, { recursive: true });
    const refusal = new RegExp(`^this installation is not complete: ${part} is .* --accept-missing ${part}$`);
    await expect(openHere(environment)).rejects.toThrow(refusal);
    expect(await readdir(path, { recursive: true })).toEqual(before);
    await expect(administerHere(environment)).rejects.toThrow(refusal);
  });

  test.each<[string, (path: string) => Promise<void>]>([
    ['postgres', (path) => emptied(join(path, 'postgres'))],
    ['clickhouse', async (path) => rm(await eventTable(path), { recursive: true })],
  ])('%s is one line of the program, which makes nothing and fails', async (part, lose) => {
    const environment = await copy();
    const path = environment.DATA_DIR!;
    await lose(path);
    const before = await readdir(path, { recursive: true });
    const { code, stdout, stderr } = await footfall(['serve'], environment);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      new RegExp(`^footfall: this installation is not complete: ${part} is .* --accept-missing ${part}\\n$`),
    );
    expect(await readdir(path, { recursive: true })).toEqual(before);
    expect((await footfall(['account', 'list'], environment)).code).toBe(1);
  });

  test.each(['clickhouse', 'secret', 'instance'])('%s is given up once, and made again', async (part) => {
    const environment = await copy();
    await rm(join(environment.DATA_DIR!, part), { recursive: true });
    const accepting = await openHere({ ...environment, ACCEPT_MISSING: part });
    expect(accepting.log()).toContain('started without missing parts of the installation');
    await accepting.close();
    await (await openHere(environment)).close();
  });

  test('the option of the program gives up what it names', async () => {
    const environment = await copy();
    await rm(join(environment.DATA_DIR!, 'secret'));
    const accepting = await start('serve', environment, undefined, ['--accept-missing', 'secret']);
    expect(accepting.stderr()).toContain('started without missing parts of the installation');
    expect(await accepting.end('SIGTERM')).toBe(0);
    const again = await start('serve', environment);
    expect(await again.end('SIGTERM')).toBe(0);
  });

  test('an emptied store of ClickHouse can be given up', async () => {
    const environment = await copy();
    await emptied(join(environment.DATA_DIR!, 'clickhouse/store'));
    const service = await openHere({ ...environment, ACCEPT_MISSING: 'clickhouse' });
    expect((await service.fetch('/health/ready')).status).toBe(200);
    await service.close();
  });

  test('nobody becomes the owner of an installation whose accounts were given up', async () => {
    const environment = await copy();
    await rm(join(environment.DATA_DIR!, 'postgres'), { recursive: true });
    const accepting = await openHere({ ...environment, ACCEPT_MISSING: 'postgres' });
    const refused = await welcome(accepting);
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([403, []]);
    expect(await (await accepting.fetch('/welcome')).text()).toContain('footfall account create');
    await accepting.close();

    const again = await openHere(environment);
    expect((await welcome(again)).status).toBe(403);
    await again.close();

    expect((await footfall(['account', 'create', '--email', OWNER.email], environment)).code).toBe(0);
    const owned = await openHere(environment);
    expect((await welcome(owned)).status).toBe(303);
    await owned.close();
    expect((await footfall(['account', 'list'], environment)).stdout).not.toContain('stranger');
  });

  test('a folder from before there was a marker starts, and gets one', async () => {
    const environment = await copy();
    const marker = join(environment.DATA_DIR!, 'installation.json');
    const before = await readFile(marker, 'utf8');
    await rm(marker);
    await (await openHere(environment)).close();
    expect(await readFile(marker, 'utf8')).toBe(before);
  });

  test('accounts that were lost before there was a marker are not made by a stranger', async () => {
    const environment = await copy();
    for (const name of ['installation.json', 'postgres']) {
      await rm(join(environment.DATA_DIR!, name), { recursive: true });
    }
    await expect(openHere(environment)).rejects.toThrow('postgres is missing');
  });
});

describe('the first start', () => {
  test('lets the first visitor become the owner, and remembers it', async () => {
    const environment = { DATA_DIR: await mkdtemp(join(folder, 'first-')) };
    const service = await start('serve', environment);
    const there = { fetch: (path: string, init?: RequestInit) => fetch(service.url + path, init) };
    expect((await welcome(there, service.url)).status).toBe(303);
    await service.end('SIGKILL');
    await rm(join(environment.DATA_DIR, 'postgres'), { recursive: true });
    await expect(openHere(environment)).rejects.toThrow('postgres is missing');
  });

  test('may begin with an account from the command line', async () => {
    const environment = { DATA_DIR: await mkdtemp(join(folder, 'first-')) };
    expect((await footfall(['account', 'create', '--email', OWNER.email], environment)).code).toBe(0);
    await rm(join(environment.DATA_DIR, 'postgres'), { recursive: true });
    await expect(openHere(environment)).rejects.toThrow('postgres is missing');
    expect(existsSync(join(environment.DATA_DIR, 'postgres'))).toBe(false);
  });
});

test("everything in a data folder is its owner's alone, also what was open before", async () => {
  const environment = await copy();
  const path = environment.DATA_DIR!;
  for (const name of ['.', 'postgres', 'clickhouse']) await chmod(join(path, name), 0o755);
  const service = await start('serve', environment);
  expect(await service.end('SIGTERM')).toBe(0);
  const names = ['.', ...(await readdir(path))];
  const modes = await Promise.all(names.map(async (name) => (await stat(join(path, name))).mode & 0o077));
  expect(modes.filter((mode) => mode !== 0)).toEqual([]);
});

describe('damage', () => {
  type Examination = { ok: boolean; checks: readonly { name: string; status: string; message: string }[] };
  async function examine(environment: Environment, ...args: readonly string[]) {
    const { stdout } = await footfall(['doctor', '--json', ...args], environment);
    const { checks } = JSON.parse(stdout) as Examination;
    return (name: string) => {
      const { status, message } = checks.find((check) => check.name === name) ?? {};
      return `${status}: ${message}`;
    };
  }

  const dataFile = async (path: string) => {
    const table = await eventTable(path);
    const part = (await readdir(table)).find((name) => /^\d{6}_/.test(name)) ?? '';
    return join(table, part, 'data.bin');
  };

  test('an emptied file of ClickHouse is logged at the start, and told by the doctor', async () => {
    const environment = await copy();
    await writeFile(await dataFile(environment.DATA_DIR!), '');
    const service = await openHere(environment);
    await service.close();
    const line = service
      .log()
      .split('\n')
      .find((each) => each.includes('damaged parts'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 50, damaged: [{ table: 'events', parts: 1 }] });
    const told = await examine(environment);
    expect(told('damaged parts')).toMatch(/^problem: .*1 of events\. To recover them, restore a backup/);
  });

  test('a flipped bit in ClickHouse is found by the full examination', async () => {
    const environment = await copy();
    const path = await dataFile(environment.DATA_DIR!);
    const bytes = await readFile(path);
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
    await writeFile(path, bytes);
    expect((await examine(environment))('checksums')).toBe('undefined: undefined');
    expect((await examine(environment, '--full'))('checksums')).toMatch(/^problem: .*1 of events; restore a backup$/);
  });

  test('a damaged PostgreSQL is one plain line that names its folder', async () => {
    const environment = await copy();
    const postgres = join(environment.DATA_DIR!, 'postgres');
    await writeFile(join(postgres, 'global/pg_control'), '');
    const { code, stderr } = await footfall(['serve'], environment);
    expect([code, stderr]).toEqual([
      1,
      `footfall: the embedded PostgreSQL in ${postgres} cannot be opened, its files are damaged: restore DATA_DIR from a backup, or remove that folder if the first start broke off\n`,
    ]);
  });

  test('the doctor tells what is missing, makes nothing, and what others can read', async () => {
    const environment = await copy();
    const path = environment.DATA_DIR!;
    expect((await examine(environment))('installation')).toBe('ok: complete');
    expect((await examine(environment))('privacy')).toMatch(/^ok: /);

    await rm(await eventTable(path), { recursive: true });
    await emptied(join(path, 'postgres'));
    await chmod(path, 0o755);
    await mkdir(join(path, 'unknown-websites'), { recursive: true });
    await writeFile(join(path, 'unknown-websites/1.ndjson'), '{}\n');
    const before = await readdir(path, { recursive: true });
    const told = await examine(environment);
    expect(told('installation')).toMatch(/^problem: .*postgres is missing.*clickhouse is missing/);
    expect(told('privacy')).toMatch(/^warning: other users of this machine can open /);
    expect(told('unknown websites')).toMatch(/^warning: 1 file, 3 bytes, in .*unknown-websites: /);
    expect(told('rejected events')).toBe('ok: none');
    expect(await readdir(path, { recursive: true })).toEqual(before);
  });
});

import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { footfallHere } from './footfall-here.js';
import { openHere, refusalHere } from './here.js';
import { emptied, eventTable, examine, OWNER, stoppedInstallation, welcome } from './installation.js';

const installation = stoppedInstallation();

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
    const environment = await installation.copy();
    const path = environment.DATA_DIR!;
    await lose(path);
    const before = await readdir(path, { recursive: true });
    const refusal = `this installation is not complete: ${part} is .* --accept-missing ${part}`;
    expect(await refusalHere(environment)).toMatch(new RegExp(`^${refusal}$`));
    expect(await readdir(path, { recursive: true })).toEqual(before);
    const { code, stdout, stderr } = await footfallHere(['account', 'list'], environment);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(new RegExp(`^footfall: ${refusal}\\n$`));
  });

  test('nobody becomes the owner of an installation whose accounts were given up', async () => {
    const environment = await installation.copy();
    await rm(join(environment.DATA_DIR!, 'postgres'), { recursive: true });
    const accepting = await openHere({ ...environment, ACCEPT_MISSING: 'postgres' });
    const refused = await welcome(accepting);
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([403, []]);
    expect(await (await accepting.fetch('/welcome')).text()).toContain('footfall account create');
    await accepting.close();

    const again = await openHere(environment);
    expect((await welcome(again)).status).toBe(403);
    await again.close();

    expect((await footfallHere(['account', 'create', '--email', OWNER.email], environment)).code).toBe(0);
    const owned = await openHere(environment);
    expect((await welcome(owned)).status).toBe(303);
    await owned.close();
    expect((await footfallHere(['account', 'list'], environment)).stdout).not.toContain('stranger');
  });
});

test('the first start may begin with an account from the command line', async () => {
  const environment = await installation.empty();
  expect((await footfallHere(['account', 'create', '--email', OWNER.email], environment)).code).toBe(0);
  await rm(join(environment.DATA_DIR!, 'postgres'), { recursive: true });
  await expect(openHere(environment)).rejects.toThrow('postgres is missing');
  expect(existsSync(join(environment.DATA_DIR!, 'postgres'))).toBe(false);
});

describe('damage', () => {
  test('a damaged PostgreSQL is one plain line that names its folder', async () => {
    const environment = await installation.copy();
    const postgres = join(environment.DATA_DIR!, 'postgres');
    await writeFile(join(postgres, 'global/pg_control'), '');
    expect(await refusalHere(environment)).toBe(
      `the embedded PostgreSQL in ${postgres} cannot be opened, its files are damaged: restore DATA_DIR from a backup, or remove that folder if the first start broke off`,
    );
  });

  test('the doctor tells what is missing, makes nothing, and what others can read', async () => {
    const environment = await installation.copy();
    const path = environment.DATA_DIR!;
    const complete = await examine(environment);
    expect(complete('installation')).toBe('ok: complete');
    expect(complete('privacy')).toMatch(/^ok: /);

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

import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/app/config.js';
import { type DataFolder, openDataFolder } from '../../src/app/data-folder.js';
import { IncompleteInstallation } from '../../src/app/installation.js';
import { fingerprint } from '../../src/app/installation-marker.js';

async function emptyFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'footfall-data-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

test('a data folder has its secret and its name from the first start, whatever a kill had left of them', async () => {
  const path = await emptyFolder();
  await writeFile(join(path, 'secret.unfinished'), '12', { mode: 0o600 });
  const first = await openDataFolder(readConfig({ DATA_DIR: path }));
  await first.release();
  expect(first.secret).toMatch(/^[0-9a-f]{64}$/);
  expect((await stat(join(path, 'secret'))).mode & 0o777).toBe(0o600);
  expect(await readdir(path)).toEqual(['instance', 'secret']);
  const again = await openDataFolder(readConfig({ DATA_DIR: path }));
  await again.release();
  expect([again.secret, again.instance]).toEqual([first.secret, first.instance]);
});

test.each(['secret', 'instance'])('an empty %s is refused', async (name) => {
  const path = await emptyFolder();
  const file = join(path, name);
  await writeFile(file, '\n');
  await expect(openDataFolder(readConfig({ DATA_DIR: path }))).rejects.toThrow(
    `${file} is empty: put a copy of it back, or remove it`,
  );
  expect(await readFile(file, 'utf8')).toBe('\n');
});

test.each(['secret', 'instance'])('a %s that was made before is not made again', async (name) => {
  const path = await emptyFolder();
  const config = readConfig({ DATA_DIR: path });
  const first = await openDataFolder(config);
  await remember(path, first);
  await first.release();
  await rm(join(path, name));
  const opening = openDataFolder(config);
  await expect(opening).rejects.toThrow(IncompleteInstallation);
  await expect(opening).rejects.toThrow(`${name} is missing (${join(path, name)}): `);
  expect(await readdir(path)).not.toContain(name);

  const accepted = await openDataFolder(readConfig({ DATA_DIR: path, ACCEPT_MISSING: name }));
  await accepted.release();
  expect(accepted.installation.accepted).toEqual([name]);
});

test('another SECRET than before is refused, and the same one from elsewhere is not', async () => {
  const path = await emptyFolder();
  const first = await openDataFolder(readConfig({ DATA_DIR: path }));
  await remember(path, first);
  await first.release();
  const opening = openDataFolder(readConfig({ DATA_DIR: path, SECRET: 'x'.repeat(32) }));
  await expect(opening).rejects.toThrow('secret is another one (SECRET): every visitor would count as new');
  await rm(join(path, 'secret'));
  const again = await openDataFolder(readConfig({ DATA_DIR: path, SECRET: first.secret }));
  await again.release();
  expect(again.secret).toBe(first.secret);
});

test('a damaged marker is refused in words', async () => {
  const path = await emptyFolder();
  await writeFile(join(path, 'installation.json'), '{"version":1');
  await expect(openDataFolder(readConfig({ DATA_DIR: path }))).rejects.toThrow(
    `${join(path, 'installation.json')} is damaged: put a copy of it back`,
  );
});

test('what is in the folder is closed to others, and what is not its own is left alone', async () => {
  const path = await emptyFolder();
  for (const name of ['postgres', 'journal', 'elsewhere']) await mkdir(join(path, name));
  for (const name of ['', 'postgres', 'journal', 'elsewhere']) await chmod(join(path, name), 0o755);
  const folder = await openDataFolder(readConfig({ DATA_DIR: path }));
  await folder.release();
  const modes = ['', 'postgres', 'journal', 'elsewhere'].map(
    async (name) => (await stat(join(path, name))).mode & 0o777,
  );
  expect(await Promise.all(modes)).toEqual([0o700, 0o700, 0o700, 0o755]);
  expect(folder.warnings).toEqual([]);
});

test('a folder that all users share is not closed to them', async () => {
  const path = await emptyFolder();
  await chmod(path, 0o1777);
  const folder = await openDataFolder(readConfig({ DATA_DIR: path }));
  await folder.release();
  expect((await stat(path)).mode & 0o7777).toBe(0o1777);
  expect(folder.warnings).toEqual([expect.stringContaining('choose another DATA_DIR')]);
});

test("a new folder is its owner's alone", async () => {
  const path = join(await emptyFolder(), 'data');
  const folder = await openDataFolder(readConfig({ DATA_DIR: path }));
  await folder.release();
  expect((await stat(path)).mode & 0o777).toBe(0o700);
});

/** Writes the marker of a folder that has no databases. */
async function remember(path: string, { instance, secret }: DataFolder): Promise<void> {
  const marker = {
    version: 1,
    instance,
    secretFingerprint: fingerprint(secret),
    clickhouseSince: null,
    accounts: [],
    hadAccounts: false,
  };
  await writeFile(join(path, 'installation.json'), JSON.stringify(marker));
}

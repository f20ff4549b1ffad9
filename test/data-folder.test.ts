import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDataFolder } from '../src/data-folder.js';

async function emptyFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'footfall-data-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

test('a data folder has its secret and its name from the first start, whatever a kill had left of them', async () => {
  const path = await emptyFolder();
  await writeFile(join(path, 'secret.unfinished'), '12', { mode: 0o600 });
  const first = await openDataFolder(path);
  await first.release();
  expect(first.secret).toMatch(/^[0-9a-f]{64}$/);
  expect((await stat(join(path, 'secret'))).mode & 0o777).toBe(0o600);
  expect(await readdir(path)).toEqual(['instance', 'secret']);
  const again = await openDataFolder(path);
  await again.release();
  expect([again.secret, again.instance]).toEqual([first.secret, first.instance]);
});

test.each(['secret', 'instance'])('an empty %s is refused', async (name) => {
  const path = await emptyFolder();
  const file = join(path, name);
  await writeFile(file, '\n');
  await expect(openDataFolder(path)).rejects.toThrow(`${file} is empty: put a copy of it back, or remove it`);
  expect(await readFile(file, 'utf8')).toBe('\n');
});

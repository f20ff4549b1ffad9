import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/app/config.js';
import { FolderInUse, findLockSocket, lockDataFolder } from '../../src/app/data-folder.js';
import { queryPostgres } from '../../src/cli/query-postgres.js';

/** Locks a folder, and asks for its accounts; the socket of a folder with a long path is elsewhere. */
async function lockedFolder(...below: readonly string[]) {
  const path = await mkdtemp(join(tmpdir(), 'footfall-query-'));
  onTestFinished(() => rm(path, { recursive: true }));
  const folder = join(path, ...below);
  await mkdir(folder, { recursive: true });
  const lock = await lockDataFolder(folder);
  onTestFinished(lock.release);
  return { folder, lock, query: () => queryPostgres(readConfig({ DATA_DIR: folder }), '/accounts') };
}

test.each([[[]], [['a'.repeat(100)]]])('the process that holds the folder answers: %j', async (below) => {
  const { lock, query } = await lockedFolder(...below);
  lock.answer(({ url }, response) => void response.end(JSON.stringify({ url })));
  expect(await query()).toEqual({ url: '/accounts' });
  lock.answer((_, response) => void response.writeHead(404).end());
  expect(await query()).toBeUndefined();
});

test('a process that does not answer is named', async () => {
  const { lock, query } = await lockedFolder();
  const inUse = /^the databases in .* are in use by a running Footfall: stop it first/;
  await expect(query()).rejects.toThrow(inUse);
  lock.answer((_, response) => void response.writeHead(500).end());
  await expect(query()).rejects.toThrow(inUse);
  lock.answer((_, response) => void response.destroy());
  await expect(query()).rejects.toThrow(inUse);
});

test.runIf(process.getuid?.() === 0)("another user's socket is not asked", async () => {
  const { folder, lock, query } = await lockedFolder('a'.repeat(100));
  lock.answer((_, response) => void response.end('[]'));
  const socket = await findLockSocket(folder);
  await chown(socket, 65_534, 65_534);
  await expect(findLockSocket(folder)).rejects.toThrow(FolderInUse);
  await expect(query()).rejects.toThrow('are in use by a running Footfall');
});

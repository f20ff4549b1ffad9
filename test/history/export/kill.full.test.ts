import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { build } from '../../cli/built.js';

const KILLS = 12;
const BYTES = 300_000;

beforeAll(() => build());

/** Writes one file again and again, each time of one letter alone. */
const WRITER = `
import { folderDestination } from ${JSON.stringify(new URL('../../../dist/history/export/folder.js', import.meta.url).href)};
const destination = folderDestination(process.argv[1], ['id'], Date.now);
async function* content(letter) {
  for (let chunk = 0; chunk < 10; chunk += 1) yield Buffer.alloc(${BYTES / 10}, letter);
}
for (let at = 0; ; at += 1) {
  await destination.write('a.parquet', content('abcdefgh'[at % 8]));
  if (at === 0) process.stdout.write('ready');
}`;

test('a process that is killed at any moment leaves a whole file under its name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-exports-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const kinds = new Set<string>();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const writer: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', WRITER, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(writer, 'exit');
    await once(writer.stdout!, 'data');
    await wait(kill * 3);
    writer.kill('SIGKILL');
    await ended;
    const file = await readFile(join(folder, 'id/a.parquet'), 'latin1');
    expect([file.length, new Set(file).size]).toEqual([BYTES, 1]);
    for (const name of await readdir(join(folder, 'id'))) kinds.add(name === 'a.parquet' ? 'whole' : 'unfinished');
  }
  // Otherwise no process was killed while it wrote.
  expect([...kinds].toSorted()).toEqual(['unfinished', 'whole']);
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSecret } from '../../src/cli/secret-option.js';
import { footfallHere } from './footfall-here.js';

const parsed = (options: { password?: string; file?: string; stdin?: boolean }) => ({
  password: options.password,
  'password-file': options.file,
  'password-stdin': options.stdin,
});

async function fileOf(content: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-secret-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'password'), content);
  return join(folder, 'password');
}

test('a secret is an argument, or the first line of a file, or nothing', async () => {
  expect(await readSecret('password', parsed({ password: 'correct horse' }))).toBe('correct horse');
  expect(await readSecret('password', parsed({ file: await fileOf('correct horse\n\nnot this') }))).toBe(
    'correct horse',
  );
  expect(await readSecret('password', parsed({}))).toBeUndefined();
});

test('a secret that is given twice, empty or out of reach is named by its option', async () => {
  const file = await fileOf('\n');
  await expect(readSecret('password', parsed({ password: 'hidden', file }))).rejects.toThrow(
    'use only one of --password, --password-file and --password-stdin',
  );
  await expect(readSecret('password', parsed({ file }))).rejects.toThrow('--password-file: the file is empty');
  await expect(readSecret('password', parsed({ file: `${file}-gone` }))).rejects.toThrow(
    '--password-file: cannot be read (ENOENT)',
  );
});

test('a secret comes through standard input', async () => {
  const args = ['import', '/nowhere', '--website', 'w', '--key-stdin'];
  const { stderr } = await footfallHere(args, {}, 'a key\n');
  expect(stderr).toBe('footfall: /nowhere cannot be read (ENOENT)\n');
  const empty = await footfallHere(args, {});
  expect(empty.stderr).toBe('footfall: --key-stdin: standard input is empty\n');
});

test('a key is required where nobody can be asked, and its help names the ways', async () => {
  const { code, stderr } = await footfallHere(['import', '/nowhere', '--website', 'w'], {});
  expect([code, stderr]).toEqual([1, 'footfall: one of --key, --key-file or --key-stdin is required\n']);
  const { stdout } = await footfallHere(['account', 'create', '--help'], {});
  for (const option of ['--password', '--password-file', '--password-stdin']) expect(stdout).toContain(option);
  expect(stdout).toContain('in ps');
});

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from './built.js';
import { type Environment, PROGRAM } from './footfall.js';
import { answerHere } from './footfall-here.js';

const OWNER = 'owner@example.com';

/** util-linux has the program that lends a terminal. */
const SCRIPT = '/usr/bin/script';
const hasTerminal = process.platform === 'linux' && existsSync(SCRIPT);
if (!hasTerminal) process.stderr.write(`The questions before a loss are not tested: ${SCRIPT} is missing\n`);

let folder: string;
let environment: Environment;

beforeAll(async () => {
  await build();
  folder = await mkdtemp(join(tmpdir(), 'footfall-confirm-'));
  environment = { DATA_DIR: join(folder, 'data') };
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a command on a terminal, and answers its question. Returns the output, without control sequences. */
async function onTerminal(command: string, answer: string): Promise<string> {
  const run = `stty cols 200 rows 40; ${process.execPath} ${PROGRAM} ${command}`;
  const child = spawn(SCRIPT, ['--quiet', '--return', '--command', run, '/dev/null'], {
    env: { PATH: process.env.PATH, TERM: 'xterm', ...environment },
  });
  let output = '';
  let isAnswered = false;
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (isAnswered || !output.includes('Continue?')) return;
    isAnswered = true;
    child.stdin.write(answer);
  });
  await new Promise<void>((resolve) => child.once('close', () => resolve()));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's control sequences begin with ESC
  return output.replaceAll(/\u001B\[[0-9;?]*[A-Za-z]/g, '');
}

test.runIf(hasTerminal)('on a terminal a loss is named and asked about, and a script is not asked', async () => {
  await answerHere(['account', 'create', '--email', OWNER], environment);
  const options = ['--account', OWNER, '--name', 'Shop', '--domain', 'shop.test', '--timezone', 'UTC'];
  await answerHere(['website', 'create', ...options], environment);
  await answerHere(['key', 'generate', '--account', OWNER], environment);

  const refused = await onTerminal(`key revoke --account ${OWNER}`, 'n');
  expect(refused).toMatch(/The API key ff_live_\w{4}… of owner@example\.com stops working at once/);
  expect(refused).toContain('It was never used.');
  expect(refused).toContain('footfall: cancelled: nothing was changed');
  const replaced = await onTerminal(`key generate --account ${OWNER}`, 'y');
  expect(replaced).toContain('cannot be restored');
  expect(replaced).toContain('(shown only once): ff_live_');
  expect(await onTerminal(`key revoke --account ${OWNER} --yes`, '')).toContain(`Revoked the API key of ${OWNER}`);
  expect(await onTerminal(`key generate --account ${OWNER}`, '')).not.toContain('Continue?');

  const shorter = await onTerminal('website update shop.test --retention-months 6', 'n');
  expect(shorter).toMatch(/All events of shop\.test before \d{4}-\d\d-\d\d will be deleted tonight/);
  expect(shorter).toContain('cancelled');
  await answerHere(['website', 'update', 'shop.test', '--retention-months', '6'], environment);
  expect(await onTerminal('website update shop.test --retention-months 12', '')).not.toContain('Continue?');

  const disabled = await onTerminal(`account disable-2fa --account ${OWNER}`, 'n');
  expect(disabled).toContain('Its authenticator and its recovery codes stop working.');
  expect(disabled).toContain('cancelled');
});

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { build } from './built.js';
import { endAll, start } from './footfall.js';
import { openHere } from './here.js';

const PROGRAM = join(import.meta.dirname, '../../bin/footfall.cjs');
const QUESTION = 'How long should it stay the same?';
const LOGGED = 'Visitor IDs stay the same permanently';
const [ENTER, DOWN, CTRL_C, ESCAPE] = ['\r', '\u001B[B', '\u0003', '\u001B'];

/** util-linux has the program that lends a terminal. */
const SCRIPT = '/usr/bin/script';
const hasTerminal = process.platform === 'linux' && existsSync(SCRIPT);
if (!hasTerminal) process.stderr.write(`The question of the first start is not tested: ${SCRIPT} is missing\n`);

let folder: string;
let dataDir: string;

beforeAll(build);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-rotation-'));
  dataDir = join(folder, 'data');
});
afterEach(async () => {
  endAll();
  await rm(folder, { recursive: true, force: true });
});

const keptRotation = () => readFile(join(dataDir, 'visitor-id-rotation'), 'utf8').catch(() => undefined);

/** Runs the service on a terminal until it is ready or has ended. Returns the output, without control sequences. */
async function serveOnTerminal(keys: string, environment: Readonly<Record<string, string>> = {}): Promise<string> {
  const child = spawn(
    SCRIPT,
    ['--quiet', '--return', '--command', `stty cols 120 rows 40; ${process.execPath} ${PROGRAM} serve`, '/dev/null'],
    {
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        DATA_DIR: dataDir,
        TERM: 'xterm',
        ...environment,
      },
    },
  );
  let output = '';
  let isAnswered = false;
  let isStopping = false;
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (!isAnswered && output.includes(QUESTION) && output.includes('daily')) {
      isAnswered = true;
      child.stdin.write(keys);
    }
    if (!isStopping && output.includes('Footfall is ready')) {
      isStopping = true;
      child.stdin.write(CTRL_C);
    }
  });
  await ended;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's control sequences begin with ESC
  return output.replaceAll(/\u001B\[[0-9;?]*[A-Za-z]/g, '');
}

test.runIf(hasTerminal)('on a terminal the first start asks once, and Enter means never', async () => {
  const first = await serveOnTerminal(ENTER);
  expect(first).toContain('A visitor ID is a keyed hash of website, IP address and user agent.');
  expect(first).toContain('Footfall is ready');
  expect(first).not.toContain(LOGGED);
  expect(await keptRotation()).toBe('never\n');
  const second = await serveOnTerminal('');
  expect(second).toContain('Footfall is ready');
  expect(second).not.toContain(QUESTION);
});

test.runIf(hasTerminal)('another answer holds at later starts', async () => {
  expect(await serveOnTerminal(`${DOWN}${DOWN}${ENTER}`)).toContain('Footfall is ready');
  expect(await keptRotation()).toBe('daily\n');
  const service = await openHere({ DATA_DIR: dataDir });
  expect(await (await service.fetch('/welcome')).text()).toContain('Visitor IDs change at the start of each day (UTC)');
  expect(service.log()).not.toContain('Visitor IDs');
  await service.close();
});

test.runIf(hasTerminal)('without an answer nothing starts and nothing is kept', async () => {
  const output = await serveOnTerminal(ESCAPE);
  expect(output).toContain('footfall: cancelled');
  expect(output).not.toContain('Footfall is ready');
  expect(existsSync(dataDir)).toBe(false);
});

test.runIf(hasTerminal)('a rotation that is configured is not asked for', async () => {
  const output = await serveOnTerminal('', { VISITOR_ID_ROTATION: 'monthly' });
  expect(output).toContain('Footfall is ready');
  expect(output).not.toContain(QUESTION);
  expect(await keptRotation()).toBeUndefined();
});

test('without a terminal the first start says what holds and how to change it, once', async () => {
  const first = await start('serve', { DATA_DIR: dataDir });
  expect(await first.end('SIGTERM')).toBe(0);
  const messages = first
    .stderr()
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect(messages).toContain(
    'Visitor IDs stay the same permanently, so a returning visitor is recognized however long ago the last visit was. ' +
      'To change that, set VISITOR_ID_ROTATION to monthly or daily.',
  );
  expect(await keptRotation()).toBeUndefined();
  const second = await start('serve', { DATA_DIR: dataDir });
  expect(await second.end('SIGTERM')).toBe(0);
  expect(second.stderr()).not.toContain(LOGGED);
});

test('a configured rotation is not logged', async () => {
  const service = await openHere({ DATA_DIR: dataDir, VISITOR_ID_ROTATION: 'monthly' });
  expect(await (await service.fetch('/welcome')).text()).toContain(
    'Visitor IDs change at the start of each month (UTC)',
  );
  expect(service.log()).not.toContain('Visitor IDs');
  await service.close();
});

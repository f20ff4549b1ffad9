import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Environment } from './footfall.js';
import { answerHere, footfallHere } from './footfall-here.js';
import { openHere } from './here.js';

const OWNER = 'owner@example.com';

let folder: string;
let environment: Environment;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-definitions-'));
  environment = { DATA_DIR: join(folder, 'data') };
  await answerHere(['account', 'create', '--email', OWNER], environment);
  await addWebsite('shop.example');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const addWebsite = (domain: string) =>
  answerHere(
    ['website', 'create', '--account', OWNER, '--name', 'A', '--domain', domain, '--timezone', 'UTC'],
    environment,
  );

const run = (...args: readonly string[]) => footfallHere([...args, '--website', 'shop.example'], environment);

test('goals and segments are created, listed and deleted', async () => {
  const made = [
    ['--name', 'Thanks', '--page', '/thanks/*'],
    ['--name', 'Signup', '--event', 'signup'],
    ['--name', 'Other', '--match', '{"dimension":"link","operator":"contains","values":["shop"]}'],
  ];
  for (const options of made) expect((await run('goal', 'create', ...options)).stderr).toBe('');
  const goals = await answerHere<{ id: string; name: string }[]>(
    ['goal', 'list', '--website', 'shop.example'],
    environment,
  );
  expect(goals).toMatchObject([
    { name: 'Thanks', match: { dimension: 'page', operator: 'is', values: ['/thanks/*'] } },
    { name: 'Signup', match: { dimension: 'event', operator: 'is', values: ['signup'] } },
    { name: 'Other', match: { dimension: 'link', operator: 'contains', values: ['shop'] } },
  ]);
  const [thanks] = goals;
  const filters = JSON.stringify({ not: { hasDone: { goal: thanks!.id } } });
  expect((await run('segment', 'create', '--name', 'Rest', '--filters', filters)).stdout).toMatch(
    /^Created segment Rest\n/,
  );
  expect((await run('segment', 'list')).stdout).toMatch(/^ID +NAME +FILTERS\n.* Rest +\{"not":/);
  const used = await run('goal', 'delete', thanks!.id);
  expect([used.code, used.stderr]).toEqual([
    1,
    expect.stringMatching(/The goal Thanks is used by segment Rest .* or delete it with --force\n$/),
  ]);
  expect((await run('goal', 'delete', thanks!.id, '--force')).stdout).toBe('Deleted goal Thanks\n');
});

test('funnels are saved, listed and deleted', async () => {
  const steps = [
    { dimension: 'page', operator: 'is', values: ['/'] },
    { dimension: 'event', operator: 'is', values: ['signup'] },
  ];
  const options = [
    '--name',
    'Join',
    '--steps',
    JSON.stringify(steps),
    '--within-seconds',
    '3600',
    '--scope',
    'session',
  ];
  expect(await run('funnel', 'create', ...options)).toMatchObject({ stderr: '', code: 0 });
  const [join] = await answerHere<{ id: string }[]>(['funnel', 'list', '--website', 'shop.example'], environment);
  expect(join).toMatchObject({ name: 'Join', steps, withinSeconds: 3600, order: 'any', scope: 'session' });
  expect((await run('funnel', 'delete', join!.id)).stdout).toBe('Deleted funnel Join\n');
});

test('mistakes are named', async () => {
  const messages: readonly (readonly [readonly string[], string])[] = [
    [['goal', 'create', '--name', 'A'], 'one of --page, --event, --link and --match is required'],
    [
      ['goal', 'create', '--name', 'A', '--page', '/', '--event', 'x'],
      'one of --page, --event, --link and --match is required',
    ],
    [['goal', 'create', '--name', 'A', '--match', '{'], '--match: must be JSON'],
    [['goal', 'create', '--name', ' ', '--page', '/'], '--name: must be 1 to 100 characters'],
    [['goal', 'create', '--name', 'Signup', '--page', '/'], '--name: another goal of this website has this name'],
    [
      ['segment', 'create', '--name', 'A', '--filters', '{"dimension":"page","operator":"contain","values":["/"]}'],
      '--filters.operator: unknown operator contain, use contains',
    ],
    [['segment', 'delete', 'x'], 'Segment not found'],
    [
      ['funnel', 'create', '--name', 'A', '--steps', '[]', '--within-seconds', 'x'],
      '--steps: must have at least 2 steps; --within-seconds: must be a whole number of seconds',
    ],
  ];
  for (const [args, message] of messages) {
    const { code, stderr } = await run(...args);
    expect([code, stderr]).toEqual([1, `footfall: ${message}\n`]);
  }
  const elsewhere = await footfallHere(['goal', 'list', '--website', 'none.example'], environment);
  expect(elsewhere.stderr).toBe('footfall: no website has the ID or domain none.example\n');
  await addWebsite('shop.example');
  expect((await run('goal', 'list')).stderr).toContain(
    'several websites have the domain shop.example, use an ID instead: ',
  );
});

test('a running service answers the list', async () => {
  const [first] = await answerHere<{ id: string }[]>(['website', 'list', '--account', OWNER], environment);
  const service = await openHere(environment);
  try {
    const { stdout } = await footfallHere(['goal', 'list', '--website', first!.id], environment);
    expect(stdout).toContain('Signup');
    const create = ['goal', 'create', '--website', first!.id, '--name', 'B', '--event', 'b'];
    expect((await footfallHere(create, environment)).stderr).toContain('in use by a running Footfall');
  } finally {
    await service.close();
  }
});

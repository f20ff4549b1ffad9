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
  expect((await run('funnel', 'list')).stdout).toMatch(/ \[\{\S{81,}\}\] /);
  expect((await run('funnel', 'delete', join!.id, '--force')).stdout).toBe('Deleted funnel Join\n');
});

test('goals, segments and funnels are shown and changed by name, and only what is given', async () => {
  expect((await run('goal', 'update', 'Signup', '--name', 'Joined')).stdout).toBe('Updated goal Joined\n');
  const show = (kind: string, name: string) =>
    answerHere<object>([kind, 'show', name, '--website', 'shop.example'], environment);
  const event = { dimension: 'event', operator: 'is', values: ['signup'] };
  expect(await show('goal', 'Joined')).toMatchObject({ name: 'Joined', match: event });
  expect((await run('goal', 'show', 'Joined')).stdout).toMatch(
    /^FIELD +VALUE\nID +\S+\nNAME +Joined\nMATCH +\{.*"event".*\}\n$/,
  );
  expect((await run('goal', 'update', 'Joined', '--name', 'Signup', '--link', 'https://a.example/')).code).toBe(0);
  expect(await show('goal', 'Signup')).toMatchObject({ match: { dimension: 'link', values: ['https://a.example/'] } });
  expect((await run('goal', 'update', 'Signup', '--event', 'signup')).code).toBe(0);

  const country = { dimension: 'country', operator: 'is', values: ['DE'] };
  expect((await run('segment', 'update', 'Rest', '--filters', JSON.stringify(country))).code).toBe(0);
  expect(await show('segment', 'Rest')).toMatchObject({ name: 'Rest', filters: country });

  const steps = JSON.stringify([event, country]);
  await run('funnel', 'create', '--name', 'F', '--steps', JSON.stringify([event, event]), '--within-seconds', '60');
  expect((await run('funnel', 'update', 'F', '--steps', steps, '--order', 'strict')).stderr).toBe('');
  const funnel = { steps: [event, country], withinSeconds: 60, order: 'strict', scope: 'visitor' };
  expect(await show('funnel', 'F')).toMatchObject(funnel);
});

test('annotations are created, listed, changed and deleted', async () => {
  const options = ['--at', '2026-03-01', '--until', '2026-03-07', '--text', 'New prices'];
  const { stdout } = await run('annotation', 'create', ...options);
  const id = /^Created annotation of 2026-03-01\nID {2}(\S+)\n$/.exec(stdout)?.[1] ?? '';
  expect((await run('annotation', 'update', id, '--until', 'none')).stdout).toBe('Updated annotation of 2026-03-01\n');
  const listed = await answerHere(['annotation', 'list', '--website', 'shop.example'], environment);
  const note = { id, at: '2026-03-01', until: null, text: 'New prices', source: 'api' };
  expect(listed).toEqual([note]);
  expect((await run('annotation', 'list')).stdout).toMatch(
    /^ID +AT +UNTIL +TEXT +SOURCE\n\S+ +2026-03-01 +- +New prices +api\n$/,
  );
  expect((await run('annotation', 'delete', id)).stdout).toBe('Deleted annotation of 2026-03-01\n');
  await footfallHere(['website', 'update', 'shop.example', '--excluded-paths', '/admin'], environment);
  const [system] = await answerHere<{ id: string }[]>(['annotation', 'list', '--website', 'shop.example'], environment);
  expect((await run('annotation', 'delete', system!.id)).stderr).toContain('are written by Footfall, and cannot be');
});

test('lists are CSV too', async () => {
  const { stdout } = await run('goal', 'list', '--csv');
  expect(stdout).toMatch(/^id,name,match\r\n\S{36},Signup,"\{.*""dimension"":""event"".*\}"\r\n/);
  const websites = await footfallHere(['website', 'list', '--account', OWNER, '--csv'], environment);
  expect(websites.stdout).toMatch(/^id,name,domain,timezone,trackingKey\r\n\S{36},A,shop\.example,UTC,\S+\r\n$/);
  expect((await run('goal', 'list', '--csv', '--json')).stderr).toBe('footfall: use only one of --json and --csv\n');
});

test('a regular expression that ClickHouse does not take is not stored', async () => {
  const filter = JSON.stringify({ dimension: 'page', operator: 'matches', values: ['(?<=a)b'] });
  const good = filter.replace('(?<=a)b', '^/a+$');
  const refused = (option: string) => ({
    code: 1,
    stdout: '',
    stderr: `footfall: --${option}: must have regular expressions of RE2 syntax\n`,
  });
  expect(await run('goal', 'create', '--name', 'P', '--match', filter)).toEqual(refused('match'));
  expect(await run('segment', 'create', '--name', 'P', '--filters', filter)).toEqual(refused('filters'));
  expect((await run('segment', 'create', '--name', 'P', '--filters', good)).stdout).toContain('Created segment P\n');
  expect(await run('segment', 'update', 'P', '--filters', filter)).toEqual(refused('filters'));
  expect(await run('funnel', 'create', '--name', 'P', '--steps', `[${filter},${good}]`)).toEqual(refused('steps'));
});

test('mistakes are named', async () => {
  const messages: readonly (readonly [readonly string[], string])[] = [
    [['goal', 'create', '--name', 'A'], '--page or --event or --link or --match: is required'],
    [['goal', 'create', '--name', 'A', '--page', '/', '--event', 'x'], 'use only one of --page, --event'],
    [['goal', 'create', '--name', 'A', '--page', ''], '--page: '],
    [['goal', 'update', 'Signup', '--name', ''], '--name: must be 1 to 100 characters'],
    [['goal', 'update', 'Signup'], 'nothing to change; see --help for the options'],
    [['goal', 'update', 'None', '--name', 'A'], 'no goal has the ID or name None: see footfall goal list'],
    [['goal', 'show', 'None'], 'no goal has the ID or name None: see footfall goal list'],
    [['annotation', 'show', 'None'], 'no annotation has the ID None: see footfall annotation list'],
    [['annotation', 'create', '--at', 'today', '--text', ' '], '--at: '],
    [
      ['annotation', 'create', '--at', '2026-03-07', '--until', '2026-03-01', '--text', 'A'],
      '--until: must be of the same kind as at, and not before it',
    ],
    [['goal', 'create', '--name', 'A', '--match', '{'], '--match: must be JSON'],
    [['goal', 'create', '--name', ' ', '--page', '/'], '--name: must be 1 to 100 characters'],
    [['goal', 'create', '--name', 'Signup', '--page', '/'], '--name: another goal of this website has this name'],
    [
      ['segment', 'create', '--name', 'A', '--filters', '{"dimension":"page","operator":"contain","values":["/"]}'],
      '--filters.operator: unknown operator contain, use contains',
    ],
    [['segment', 'delete', 'x'], 'no segment has the ID or name x: see footfall segment list'],
    [
      ['funnel', 'create', '--name', 'A', '--steps', '[]', '--within-seconds', 'x'],
      '--steps: must have at least 2 steps; --within-seconds: must be a whole number of seconds',
    ],
  ];
  for (const [args, message] of messages) {
    const { code, stderr } = await run(...args);
    expect(code).toBe(1);
    if (message.endsWith(': ')) expect(stderr.startsWith(`footfall: ${message}`), stderr).toBe(true);
    else expect(stderr).toBe(`footfall: ${message}\n`);
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

test('what an account has written does not control the terminal', async () => {
  await addWebsite('text.example');
  const goal = (...args: readonly string[]) =>
    footfallHere(['goal', ...args, '--website', 'text.example'], environment);
  const match = { dimension: 'event', operator: 'is', values: ['a\u009b31m\u202eb\u200bc'] };
  const created = await goal('create', '--name', 'Right\u202eleft', '--match', JSON.stringify(match));
  const [, id = ''] = /^Created goal Right left\nID {2}(\S+)\n$/.exec(created.stdout) ?? [];
  expect((await goal('show', id)).stdout).toMatch(/\nNAME +Right left\nMATCH +\{.*"a 31m bc".*\}\n$/);
  expect((await goal('delete', id)).stdout).toBe('Deleted goal Right left\n');
});

import { describe, expect, test } from 'vitest';
import { footfallHere } from './footfall-here.js';

const COMMANDS = [
  'serve',
  'demo',
  'account create',
  'account list',
  'account disable-2fa',
  'key generate',
  'key revoke',
  'key create',
  'key list',
  'key delete',
  'website create',
  'website update',
  'website list',
  ...['goal', 'segment', 'funnel', 'annotation'].flatMap((kind) =>
    ['create', 'list', 'show', 'update', 'delete'].map((action) => `${kind} ${action}`),
  ),
  'funnel query',
  'query',
  'cohorts',
  'journey',
  'changes',
  'import',
  'email preview',
  'email send',
  'export',
  'bi credentials',
  'migrate',
  'doctor',
  'rebuild',
];
/** Commands that end, and have a result. */
const ADMINISTRATION = COMMANDS.slice(2);
/** Commands whose result is a table. */
const TABLES = COMMANDS.filter((command) => /list$|query$|^(cohorts|journey|changes)$/.test(command));

describe('--help', () => {
  test('lists every command', async () => {
    const { code, stdout, stderr } = await footfallHere(['--help'], {});
    expect([code, stderr]).toEqual([0, '']);
    for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${command.split(' ')[0]}  `, 'm'));
    expect(stdout).not.toMatch(/[ \t]$/m);
  });

  test.each(COMMANDS)('of %s says what it does', async (command) => {
    const { code, stdout, stderr } = await footfallHere([...command.split(' '), '--help'], {});
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`USAGE footfall ${command}`);
    expect(stdout.includes('--json')).toBe(ADMINISTRATION.includes(command));
    expect(stdout.includes('--csv')).toBe(TABLES.includes(command));
  });
});

describe('a mistake on the command line', () => {
  test.each([
    [[], 'No command specified'],
    [['account'], 'No command specified'],
    [['serves'], 'Unknown command serves'],
    [['account', 'create'], 'Missing required argument: --email'],
    [['import', '--key', 'k', '--website', 'w'], 'Missing required positional argument: FILE'],
    [['account', 'list', '--jsn'], 'unknown option: --jsn'],
    [['account', 'create', '--email', 'a@example.com', '--pasword', 'secret'], 'unknown option: --pasword, secret'],
    [['serve', '3000'], 'unknown option: 3000'],
  ])('%j is named', async (args, message) => {
    const { code, stdout, stderr } = await footfallHere(args, {});
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
  });
});

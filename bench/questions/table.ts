import { type Goal, reached } from './goal.js';
import { bestPeer, type Measured } from './measure.js';

const COLUMNS = [
  'SQL ms',
  'HTTP ms',
  'cold ms',
  'plain ms',
  '× plain',
  'best peer',
  'peer ms',
  '× peer',
  'rows read',
  'MB read',
  'MB memory',
] as const;
const NAME_WIDTH = 42;
const WIDTH = 11;

export function printHead(): void {
  print('', [...COLUMNS]);
}

/** One question as soon as it is measured. */
export function printLine(name: string, { own, others }: Measured): void {
  const plain = others.plain?.sql;
  const best = bestPeer(others);
  print(name, [
    milliseconds(own.sql),
    milliseconds(own.http),
    milliseconds(own.cold),
    plain === undefined ? '' : milliseconds(plain),
    plain === undefined ? '' : ratio(own.sql / plain),
    best?.name ?? '',
    best === undefined ? '' : milliseconds(best.sql),
    best === undefined ? '' : ratio(own.sql / best.sql),
    own.rowsRead.toLocaleString('en'),
    megabytes(own.bytesRead),
    megabytes(own.memory),
  ]);
}

const GOAL_WIDTH = 72;

const VERDICTS = { aim: 'aim reached', yes: 'reached', no: 'NOT REACHED', compare: 'to compare' } as const;

/** What was to be reached, and whether it is. */
export function printGoals(goals: readonly Goal[]): void {
  const line = (what: string, cells: readonly string[], worst: string) =>
    process.stdout.write(`${what.padEnd(GOAL_WIDTH)}${cells.map((cell) => cell.padStart(10)).join('')}  ${worst}\n`);
  process.stdout.write('\n');
  line('', ['measured', 'at most', 'aim'], '');
  for (const goal of goals) {
    const cells = [goal.value, goal.atMost ?? '', goal.aim ?? ''].map(String);
    line(goal.what, cells, `${VERDICTS[reached(goal)]}${goal.worst === undefined ? '' : ` (${goal.worst})`}`);
  }
}

function print(name: string, cells: readonly string[]): void {
  process.stdout.write(`${name.padEnd(NAME_WIDTH)}${cells.map((cell) => cell.padStart(WIDTH)).join('')}\n`);
}

const milliseconds = (value: number): string => value.toFixed(value < 10 ? 2 : 0);
const ratio = (value: number): string => value.toFixed(2);
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

import { peers } from '../peers/peers.js';
import { describeBound, type Goal, judge } from './goal.js';
import { bestPeer, type Measured } from './measure.js';

const peerNames = peers.map(({ name }) => name);
const NAME_WIDTH = 46;
const WIDTH = 11;

export function printHead(): void {
  print('', ['statements', 'HTTP ms', 'SQL ms', ...peerNames, '× best']);
}

export function printLine(name: string, { own, others }: Measured): void {
  const best = bestPeer(others);
  print(name, [
    String(own.statements),
    milliseconds(own.http),
    milliseconds(own.sql),
    ...peerNames.map((peer) => (others[peer] === undefined ? '' : milliseconds(others[peer]))),
    best === undefined ? '' : (own.sql / best.sql).toFixed(2),
  ]);
}

const GOAL_WIDTH = 72;

export function printGoals(goals: readonly Goal[]): void {
  const line = (what: string, cells: readonly string[], verdict: string) =>
    process.stdout.write(`${what.padEnd(GOAL_WIDTH)}${cells.map((cell) => cell.padStart(15)).join('')}  ${verdict}\n`);
  process.stdout.write('\n');
  line('', ['measured', 'bound', 'aim'], '');
  for (const goal of goals) {
    const worst = goal.worst === undefined ? '' : ` (${goal.worst})`;
    line(goal.what, [String(goal.value), describeBound(goal), String(goal.aim)], `${judge(goal)}${worst}`);
  }
}

function print(name: string, cells: readonly string[]): void {
  process.stdout.write(`${name.padEnd(NAME_WIDTH)}${cells.map((cell) => cell.padStart(WIDTH)).join('')}\n`);
}

const milliseconds = (value: number): string => value.toFixed(value < 10 ? 2 : 0);

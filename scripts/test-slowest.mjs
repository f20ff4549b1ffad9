// Where the time of the tests goes: npm run test:slowest -- [--full] [what vitest takes]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const SHOWN = 25;

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'footfall-slowest-'));
const result = join(folder, 'result.json');
const openings = join(folder, 'openings');
const isFull = process.argv.includes('--full');
const given = process.argv.slice(2).filter((arg) => arg !== '--full');

if (given.includes('--help')) {
  process.stdout.write(`usage: npm run test:slowest -- [--full] [FILES AND OPTIONS OF VITEST]

Runs the tests of npm test, or with --full those of npm run test:full, and prints where the time goes.
`);
} else {
  try {
    process.exitCode = measure();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function measure() {
  const preload = `${process.env.NODE_OPTIONS ?? ''} --require ${join(root, 'scripts/count-openings.cjs')}`;
  const projects = isFull ? [] : ['--project', '!full*'];
  const reporters = ['--reporter', 'dot', '--reporter', 'json', '--outputFile.json', result];
  const build = run('npm', ['run', '--silent', 'build']);
  const check = run('npm', ['run', '--silent', 'check']);
  const tests = run('npx', ['vitest', 'run', ...projects, ...reporters, ...given], {
    COUNT_OPENINGS: openings,
    NODE_OPTIONS: preload,
  });
  print('Seconds of each step', [
    ['build', build.seconds],
    ['check', check.seconds],
    ['tests', tests.seconds],
  ]);
  reportTests(JSON.parse(readFileSync(result, 'utf8')).testResults);
  print('Processes started and engines opened by vitest and its workers', countLines(openings));
  return build.status || check.status || tests.status;
}

function run(program, args, environment = {}) {
  const start = performance.now();
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  return { status: status ?? 1, seconds: (performance.now() - start) / 1000 };
}

function reportTests(results) {
  const files = results.map(({ name, startTime, endTime, assertionResults }) => ({
    name: relative(root, name),
    seconds: (endTime - startTime) / 1000,
    tests: assertionResults,
  }));
  for (const project of ['unit', 'engine', 'full']) {
    const own = files.filter(({ name }) => (/\.(engine|full)\.test\./.exec(name)?.[1] ?? 'unit') === project);
    const tests = own.reduce((sum, { tests }) => sum + tests.length, 0);
    const seconds = own.reduce((sum, { seconds }) => sum + seconds, 0);
    say(`${project}: ${own.length} files, ${tests} tests, ${seconds.toFixed()} seconds of all workers together`);
  }
  print('Seconds of the slowest files', slowest(files.map(({ name, seconds }) => [name, seconds])));
  const tests = files.flatMap(({ name, tests }) =>
    tests.map(({ fullName, duration }) => [`${name}: ${fullName}`, (duration ?? 0) / 1000]),
  );
  print('Seconds of the slowest tests', slowest(tests));
}

function slowest(rows) {
  return rows.sort(([, one], [, other]) => other - one).slice(0, SHOWN);
}

/** How often each line is in the file, most frequent first. */
function countLines(path) {
  const counts = new Map();
  for (const line of readFileSync(path, 'utf8').trim().split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}

function print(title, rows) {
  say(`\n${title}`);
  for (const [name, value] of rows) {
    say(`${(Number.isInteger(value) ? String(value) : value.toFixed(1)).padStart(8)}  ${name}`);
  }
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

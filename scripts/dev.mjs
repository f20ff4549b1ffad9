// Runs the demo, and builds and restarts it when a source changes: node scripts/dev.mjs
import { spawn, spawnSync } from 'node:child_process';
import { watch } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Saving several files is one change. */
const SETTLE_MS = 300;

const root = fileURLToPath(new URL('..', import.meta.url));

/** The scripts that build assets, by the folder of their sources. The compiler builds the rest. */
const assets = [
  [/^tracker\//, 'scripts/build-tracker.mjs'],
  [/^dashboard\/(browser|style|charts)\//, 'scripts/build-dashboard.mjs'],
  [/^dashboard\/icon-names/, 'scripts/build-icons.mjs'],
];

let running;
let stopping = false;

function start() {
  running = spawn('bin/footfall.cjs', ['demo'], { cwd: root, stdio: 'inherit' });
  running.once('exit', (code, signal) => {
    if (stopping) process.exit(code ?? 0);
    if (signal === null && code !== 0)
      process.stderr.write('The demo has stopped. It starts again with the next change.\n');
  });
}

function build(changed) {
  const steps = [
    ['node_modules/.bin/tsc', '-p', 'tsconfig.build.json'],
    ...assets.filter(([folder]) => changed.some((path) => folder.test(path))).map(([, script]) => ['node', script]),
  ];
  return steps.every(([program, ...args]) => spawnSync(program, args, { cwd: root, stdio: 'inherit' }).status === 0);
}

async function restart(changed) {
  if (!build(changed)) return;
  if (running.exitCode === null && running.signalCode === null) {
    const exited = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGTERM');
    await exited;
  }
  start();
}

let changed = [];
let timer;
let work = Promise.resolve();
watch(`${root}src`, { recursive: true }, (_event, path) => {
  if (path === null || !/\.(ts|tsx|css)$/.test(path)) return;
  changed.push(path.replaceAll('\\', '/'));
  clearTimeout(timer);
  timer = setTimeout(() => {
    const paths = changed;
    changed = [];
    work = work.then(() => restart(paths));
  }, SETTLE_MS);
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    stopping = true;
    if (running.exitCode !== null || running.signalCode !== null) process.exit(0);
    running.kill('SIGTERM');
  });
}

start();

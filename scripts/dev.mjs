// Runs the demo, and builds and restarts it when a source changes: node scripts/dev.mjs
import { spawn, spawnSync } from 'node:child_process';
import { watch } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Saving several files is one change. */
const SETTLE_MS = 300;

const root = fileURLToPath(new URL('..', import.meta.url));

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

async function restart() {
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) return;
  if (running.exitCode === null && running.signalCode === null) {
    const exited = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGTERM');
    await exited;
  }
  start();
}

let timer;
let work = Promise.resolve();
for (const folder of ['demo', 'lists', 'src']) {
  watch(`${root}${folder}`, { recursive: true }, (_event, path) => {
    if (path === null || !/\.(ts|tsx|css|tsv|txt)$/.test(path)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      work = work.then(restart);
    }, SETTLE_MS);
  });
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    stopping = true;
    if (running.exitCode !== null || running.signalCode !== null) process.exit(0);
    running.kill('SIGTERM');
  });
}

start();

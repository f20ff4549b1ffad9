import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const ROOT = join(import.meta.dirname, '../..');
/** Files of tests run side by side, and only one of them should build. */
const LOCK = join(tmpdir(), 'footfall-test-build');
const MAX_BUILD_MS = 120_000;

/** Builds the program unless `dist` is younger than everything in `src`, as it is under `npm test`. */
export async function build(): Promise<void> {
  for (;;) {
    if (isFresh()) return;
    try {
      mkdirSync(LOCK);
      break;
    } catch {
      forgetOldLock();
      await wait(200);
    }
  }
  try {
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'ignore' });
  } finally {
    rmSync(LOCK, { recursive: true });
  }
}

/** A run that was killed while it built leaves its lock behind. */
function forgetOldLock(): void {
  const lock = statSync(LOCK, { throwIfNoEntry: false });
  if (lock !== undefined && Date.now() - lock.mtimeMs > MAX_BUILD_MS) rmSync(LOCK, { recursive: true, force: true });
}

function isFresh(): boolean {
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
  const newest = Math.max(...sources.map((name) => statSync(join(ROOT, 'src', name)).mtimeMs));
  const built = statSync(join(ROOT, 'dist/cli/main.js'), { throwIfNoEntry: false });
  return built !== undefined && built.mtimeMs > newest;
}

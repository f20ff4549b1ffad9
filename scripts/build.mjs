// Builds what has changed since the last build: node scripts/build.mjs [--all]
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/** What `dist` consists of, in the order in which it is built: some scripts read what the compiler has written. */
const PARTS = [
  {
    name: 'program',
    reads: ['src', 'tsconfig.json', 'tsconfig.build.json'],
    run: ['node_modules/.bin/tsc', '-p', 'tsconfig.build.json'],
  },
  script('build-demo', ['demo']),
  script('build-tracker', ['src/tracker']),
  script('build-dashboard', ['src/dashboard', 'src/lib/language/catalogs']),
  script('build-icons', ['lists/icons.tsv', 'src/dashboard', 'src/websites']),
  script('build-world', []),
  script('build-database', [], '--liftoff-only'),
];

/** The sources of every part: the packages that it is made with, and this list. */
const COMMON = ['package.json', 'package-lock.json', 'scripts/build.mjs'];

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
/** Records the sources of each part. A part that is being built is missing. */
const record = join(dist, 'built.json');
const lock = join(dist, 'building');

const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
mkdirSync(dist, { recursive: true });
await takeLock();
try {
  if (values.all) removeBuilt();
  build();
} finally {
  rmSync(lock, { force: true });
}

function script(name, reads, ...options) {
  const file = `scripts/${name}.mjs`;
  return { name, reads: [...reads, file], run: [process.execPath, ...options, file] };
}

function build() {
  const wanted = new Map(PARTS.map(({ name, reads }) => [name, fingerprint([...reads, ...COMMON])]));
  const built = readRecord();
  const stale = PARTS.filter(({ name }) => built[name] !== wanted.get(name));
  if (stale.length === 0) return;
  say(Object.keys(built).length === 0 ? 'Building (once, about a minute)…' : 'Building what has changed…');
  for (const { name } of stale) delete built[name];
  writeRecord(built);
  for (const { name, run } of stale) {
    const [program, ...args] = run;
    // Standard output belongs to the program that is started next.
    const { status } = spawnSync(program, args, { cwd: root, stdio: ['ignore', 2, 2] });
    if (status !== 0) {
      say(`The build has failed: ${name}`);
      process.exitCode = 1;
      return;
    }
    built[name] = wanted.get(name);
    writeRecord(built);
  }
}

/** Hashes names and contents: a checkout changes the times of files that are the same. */
function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(listFiles)) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

function listFiles(path) {
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => listFiles(`${path}/${name}`));
}

/** An unreadable record counts as none. */
function readRecord() {
  try {
    return JSON.parse(readFileSync(record, 'utf8'));
  } catch {
    return {};
  }
}

function writeRecord(built) {
  writeFileSync(`${record}.new`, JSON.stringify(built));
  renameSync(`${record}.new`, record);
}

function removeBuilt() {
  const names = readdirSync(dist).map((name) => join(dist, name));
  for (const path of names.filter((path) => path !== lock)) rmSync(path, { recursive: true });
}

/** One process builds at a time. A killed build leaves its lock behind. */
async function takeLock() {
  for (let waited = false; ; waited = true) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!isHeld()) rmSync(lock, { force: true });
    else if (!waited) say(`Waiting for another build, unless ${lock} is of none: then remove it`);
    await wait(200);
  }
}

function isHeld() {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM' || !existsSync(lock);
  }
}

function say(text) {
  process.stderr.write(`${text}\n`);
}

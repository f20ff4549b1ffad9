import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../scripts/build.mjs', import.meta.url));
const ALL = ['tsc', 'build-demo', 'build-tracker', 'build-dashboard', 'build-icons', 'build-world', 'build-database'];

let root: string;

/** A checkout whose compiler and scripts only write their names into a file, so that a build takes no time. */
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'footfall-build-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const sources = [
    'demo/run.ts',
    'lists/icons.tsv',
    'src/main.ts',
    'src/tracker/tracker.ts',
    'src/dashboard/ui/page.tsx',
    'src/lib/language/catalogs/de.json',
    'src/websites/website.ts',
  ];
  const files = [...sources, 'tsconfig.json', 'tsconfig.build.json', 'package.json', 'package-lock.json'];
  for (const path of files) await write(path, '{}');
  for (const name of ALL.slice(1)) await write(`scripts/${name}.mjs`, tool(name));
  await write('node_modules/.bin/tsc', `#!/usr/bin/env node\n${tool('tsc')}`);
  await chmod(join(root, 'node_modules/.bin/tsc'), 0o755);
  await copyFile(SCRIPT, join(root, 'scripts/build.mjs'));
});

const tool = (name: string): string =>
  `const fs = await import('node:fs'); fs.appendFileSync('log', '${name}\\n'); if (fs.existsSync('${name}.hangs')) for (;;);`;

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

/** Builds, and returns what was run, and what was said. */
async function build(...args: readonly string[]) {
  await rm(join(root, 'log'), { force: true });
  const { code, said } = await new Promise<{ code: unknown; said: string }>((resolve) => {
    execFile(process.execPath, ['scripts/build.mjs', ...args], { cwd: root }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: `${stdout}${stderr}` }),
    );
  });
  return { code, said, ran: await ran() };
}

const ran = async (): Promise<readonly string[]> =>
  (await readFile(join(root, 'log'), 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');

const NOTHING = { code: 0, said: '', ran: [] };

test('everything is built once, and said', async () => {
  expect(await build()).toEqual({ code: 0, said: 'Building (once, about a minute)…\n', ran: ALL });
  expect(await build()).toEqual(NOTHING);
});

test('what has changed is built, whatever the times of the files', async () => {
  await build();
  await utimes(join(root, 'src/main.ts'), new Date(), new Date(Date.now() + 60_000));
  expect(await build()).toEqual(NOTHING);

  for (const [path, parts] of [
    ['src/main.ts', ['tsc']],
    ['src/added.ts', ['tsc']],
    ['demo/run.ts', ['build-demo']],
    ['lists/icons.tsv', ['build-icons']],
    ['src/tracker/tracker.ts', ['tsc', 'build-tracker']],
    ['src/websites/website.ts', ['tsc', 'build-icons']],
    ['src/dashboard/ui/page.tsx', ['tsc', 'build-dashboard', 'build-icons']],
    ['src/lib/language/catalogs/de.json', ['tsc', 'build-dashboard']],
    ['package-lock.json', ALL],
  ] as const) {
    await write(path, `{ "changed": true }`);
    expect(await build(), path).toEqual({ code: 0, said: 'Building what has changed…\n', ran: parts });
    expect(await build(), path).toEqual(NOTHING);
  }
  await rm(join(root, 'src/added.ts'));
  expect((await build()).ran).toEqual(['tsc']);
  await write('scripts/build-world.mjs', `${tool('build-world')} // changed`);
  expect((await build()).ran).toEqual(['build-world']);
});

test('a build that fails is not complete', async () => {
  await write('scripts/build-icons.mjs', `${tool('build-icons')} process.exit(3);`);
  const failed = await build();
  expect([failed.code, failed.said]).toEqual([1, expect.stringContaining('The build has failed: build-icons\n')]);
  expect((await build()).ran).toEqual(['build-icons']);
  await write('scripts/build-icons.mjs', tool('build-icons'));
  expect((await build()).ran).toEqual(['build-icons', 'build-world', 'build-database']);
  expect(await build()).toEqual(NOTHING);
});

test('a build that is killed is not complete, also when the sources are as before it', async () => {
  await build();
  await write('src/main.ts', 'changed');
  await write('tsc.hangs', '');
  await rm(join(root, 'log'));
  const killed = spawn(process.execPath, ['scripts/build.mjs'], { cwd: root, detached: true, stdio: 'ignore' });
  await expect.poll(ran).toEqual(['tsc']);
  process.kill(-killed.pid!, 'SIGKILL');
  await once(killed, 'close');
  await rm(join(root, 'tsc.hangs'));
  await write('src/main.ts', '{}');
  expect((await build()).ran).toEqual(['tsc']);
  expect(await build()).toEqual(NOTHING);
});

test('of two builds at a time one builds', async () => {
  const both = await Promise.all([build(), build()]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(await ran()).toEqual(ALL);
});

test('a build without dist, or of all, is complete', async () => {
  await build();
  await rm(join(root, 'dist'), { recursive: true });
  expect((await build()).ran).toEqual(ALL);
  await write('dist/of-a-removed-source.js', '');
  expect((await build('--all')).ran).toEqual(ALL);
  await expect(readFile(join(root, 'dist/of-a-removed-source.js'))).rejects.toThrow('ENOENT');
});

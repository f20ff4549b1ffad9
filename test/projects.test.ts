import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Packages that open an engine, a browser, a thread or a process. */
const OPENING = [
  'node:child_process',
  'node:cluster',
  'node:worker_threads',
  'playwright-core',
  'esbuild',
  'chdb',
  '@clickhouse/client',
  '@electric-sql/pglite',
  'postgres',
];

const IMPORTS = /^(?:import|export)\s(?!type\s)[^;='"]*?\bfrom\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm;

const unitTests = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.test\.tsx?$/.test(path) && !/\.(engine|full)\.test\.tsx?$/.test(path))
  .map((path) => join('test', path));

const opens = (name: string): boolean => OPENING.some((each) => name === each || name.startsWith(`${each}/`));

/** Returns the own files and the packages that a file imports at run time. */
function readImports(path: string): readonly string[] {
  if (!/\.tsx?$/.test(path)) return [];
  const names = [...readFileSync(join(ROOT, path), 'utf8').matchAll(IMPORTS)].map(
    ([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '',
  );
  return names.map((name) => (name.startsWith('.') ? findSource(normalize(join(dirname(path), name))) : name));
}

function findSource(path: string): string {
  const sources = [path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx'), path];
  return sources.find((each) => existsSync(join(ROOT, each))) ?? path;
}

/** Returns the way from a file to a package that opens something. Each file is followed once. */
function findOpening(path: string, followed = new Set<string>()): readonly string[] | undefined {
  if (opens(path)) return [path];
  if (followed.has(path) || !/^(test|src|bench)\//.test(path)) return undefined;
  followed.add(path);
  for (const name of readImports(path)) {
    const way = findOpening(name, followed);
    if (way !== undefined) return [path, ...way];
  }
  return undefined;
}

test('a unit test opens no engine and starts no process: neither its file nor what that imports', () => {
  expect(unitTests.length).toBeGreaterThan(100);
  expect(unitTests.map((path) => findOpening(path)).filter((way) => way !== undefined)).toEqual([]);
});

test('a test that opens one is found', () => {
  expect(findOpening('src/postgres/open.ts')?.at(-1)).toMatch(/^(@electric-sql\/pglite|postgres)/);
});

test('each test that a document names is there', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'SECURITY.md', 'test/README.md'];
  const ours = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((path) => join('docs', path));
  const named = [...documents, ...ours.filter((path) => path.endsWith('.md'))].flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/`[./]*(?:test\/)?([\w-][\w./-]*\.test\.tsx?)`/g)]
      .map(([, name]) => join('test', name!))
      .filter((name) => !/^test\/x\./.test(name)),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
});

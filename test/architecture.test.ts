import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { checkRows } from './rows.js';

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url));

/** What each part of the program may import: a folder, or `main.ts`. ARCHITECTURE.md quotes this table. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  tracker: [],
  clickhouse: ['lib'],
  postgres: ['lib'],
  context: ['lib', 'clickhouse', 'postgres'],
  time: ['lib'],
  accounts: ['lib', 'postgres', 'time'],
  'daily-visitors': ['lib', 'clickhouse', 'time'],
  websites: ['lib', 'accounts', 'clickhouse', 'context', 'daily-visitors', 'postgres', 'time'],
  collect: ['lib', 'clickhouse', 'context', 'daily-visitors', 'postgres', 'websites'],
  stats: ['lib', 'clickhouse', 'collect', 'daily-visitors', 'time', 'websites'],
  definitions: ['lib', 'postgres', 'stats', 'time', 'websites'],
  sql: ['lib', 'clickhouse', 'context', 'postgres'],
  jobs: ['lib', 'context', 'postgres'],
  notifications: [
    'lib',
    'clickhouse',
    'collect',
    'context',
    'definitions',
    'jobs',
    'postgres',
    'stats',
    'time',
    'websites',
  ],
  history: ['lib', 'clickhouse', 'collect', 'context', 'daily-visitors', 'jobs', 'postgres', 'time', 'websites'],
  http: [
    'lib',
    'accounts',
    'clickhouse',
    'collect',
    'context',
    'definitions',
    'history',
    'sql',
    'stats',
    'time',
    'websites',
  ],
  dashboard: [
    'lib',
    'accounts',
    'clickhouse',
    'collect',
    'context',
    'definitions',
    'history',
    'http',
    'notifications',
    'postgres',
    'sql',
    'stats',
    'time',
    'websites',
  ],
  app: [
    'lib',
    'accounts',
    'clickhouse',
    'collect',
    'context',
    'daily-visitors',
    'dashboard',
    'definitions',
    'history',
    'http',
    'jobs',
    'notifications',
    'postgres',
    'sql',
    'time',
    'websites',
  ],
  main: ['lib', 'app', 'collect', 'dashboard', 'http', 'postgres'],
  cli: [
    'lib',
    'accounts',
    'app',
    'clickhouse',
    'collect',
    'daily-visitors',
    'definitions',
    'history',
    'main',
    'notifications',
    'postgres',
    'sql',
    'stats',
    'time',
    'websites',
  ],
};

/** Packages that only some parts may import. `drizzle-orm` itself builds queries; what is below it opens databases. */
const DOORS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^@clickhouse\/.+$/, ['clickhouse', 'sql']],
  [/^chdb$/, ['clickhouse', 'sql']],
  [/^(@electric-sql\/.+|postgres|drizzle-orm\/.+)$/, ['postgres']],
  [
    /^drizzle-orm$/,
    ['postgres', 'accounts', 'collect', 'definitions', 'history', 'jobs', 'notifications', 'sql', 'websites'],
  ],
  [/^(hono|@hono)\b/, ['http', 'dashboard', 'notifications', 'app']],
  [/^@modelcontextprotocol\/.+$/, ['http']],
  [/^(nodemailer|standardwebhooks|@resvg\/.+)$/, ['notifications']],
  [/^croner$/, ['jobs']],
  [/^(otpauth|@node-rs\/.+)$/, ['accounts']],
  [/^(uqr|d3-.+|@codemirror\/.+|@lezer\/.+)$/, ['dashboard']],
  [/^(citty|@clack\/.+)$/, ['cli']],
];

interface SourceFile {
  readonly path: string;
  readonly part: string;
  readonly text: string;
  /** Own files by their path, packages by their name. */
  readonly imports: readonly string[];
}

const IMPORTS = /^(?:import|export)\s[^;='"]*?\bfrom\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm;

const paths = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));

/** Files by the name under which they are imported: what the compiler makes of them. */
const byImport = new Map(paths.map((path) => [path.replace(/\.tsx?$/, '.js'), path]));

const files = paths.map(readSource);

const byPath = new Map(files.map((file) => [file.path, file]));

function readSource(path: string): SourceFile {
  const text = readFileSync(join(SOURCE, path), 'utf8');
  const named = [...text.matchAll(IMPORTS)].map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '');
  const imports = named.map((name) => (name.startsWith('.') ? normalize(join(dirname(path), name)) : name));
  return { path, part: partOf(path), text, imports: imports.map((name) => byImport.get(name) ?? name) };
}

function partOf(path: string): string {
  return path.split('/')[0]!.replace(/\.ts$/, '');
}

/** Imports of one part by another, and the files that have them. */
const arrows = files.flatMap(({ path, part, imports }) =>
  imports.flatMap((name) => {
    const target = byPath.get(name)?.part;
    return target === undefined || target === part ? [] : [{ path, arrow: `${part} -> ${target}` }];
  }),
);

describe('a part of the program', () => {
  const allowed = Object.entries(ARROWS).flatMap(([part, targets]) => targets.map((target) => `${part} -> ${target}`));

  test('is one of the table', () => {
    expect([...new Set(files.map(({ part }) => part))].toSorted()).toEqual(Object.keys(ARROWS).toSorted());
  });

  test('has its arrows in ARCHITECTURE.md', () => {
    const written = readFileSync(join(SOURCE, '../ARCHITECTURE.md'), 'utf8');
    for (const [part, targets] of Object.entries(ARROWS)) {
      const others = targets.filter((target) => target !== 'lib');
      if (others.length > 0) expect(written).toMatch(new RegExp(`^${part}: [^>]* -> ${others.join(', ')}$`, 'm'));
    }
  });

  test('imports along the arrows only', () => {
    expect(arrows.filter(({ arrow }) => !allowed.includes(arrow))).toEqual([]);
  });

  test('has no arrow that it does not use', () => {
    const used = new Set(arrows.map(({ arrow }) => arrow));
    expect(allowed.filter((arrow) => !used.has(arrow))).toEqual([]);
  });

  test('never comes back to itself along the arrows', () => {
    const reaches = (from: string, seen: readonly string[]): readonly string[] =>
      seen.includes(from)
        ? [[...seen, from].join(' -> ')]
        : (ARROWS[from] ?? []).flatMap((next) => reaches(next, [...seen, from]));
    expect(Object.keys(ARROWS).flatMap((part) => reaches(part, []))).toEqual([]);
  });
});

/** Parts with folders that import themselves through others. */
const PARTS_WITH_CIRCLES = ['collect', 'dashboard', 'stats'];

test('no folder imports itself through others, except in the parts that still do', () => {
  const folders = new Map<string, Set<string>>();
  for (const { path, imports } of files) {
    const targets = imports.filter((name) => byPath.has(name)).map((name) => dirname(name));
    folders.set(dirname(path), new Set([...(folders.get(dirname(path)) ?? []), ...targets]));
  }
  const comesBack = (folder: string): boolean => {
    const reached = new Set<string>();
    const others = (from: string) => [...(folders.get(from) ?? [])].filter((next) => next !== from);
    const left = others(folder);
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      if (reached.has(next)) continue;
      reached.add(next);
      left.push(...others(next));
    }
    return reached.has(folder);
  };
  const found = [...folders.keys()].filter((folder) => comesBack(folder)).map((folder) => folder.split('/')[0]!);
  expect([...new Set(found)].toSorted()).toEqual(PARTS_WITH_CIRCLES);
});

test('no file imports itself through others', () => {
  const clean = new Set<string>();
  const cycle = (path: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(path)) return [...way, path];
    if (clean.has(path)) return undefined;
    for (const next of byPath.get(path)?.imports ?? []) {
      const found = cycle(next, [...way, path]);
      if (found !== undefined) return found;
    }
    clean.add(path);
    return undefined;
  };
  expect(files.map(({ path }) => cycle(path, [])).find((found) => found !== undefined)).toBeUndefined();
});

test('a package that opens something is imported by its parts alone', () =>
  checkRows(DOORS, ([name, parts]) => {
    const importing = files.filter(({ imports }) => imports.some((each) => name.test(each)));
    expect(importing.length).toBeGreaterThan(0);
    expect(importing.filter(({ part }) => !parts.includes(part)).map(({ path }) => path)).toEqual([]);
  }));

test('the browser script stands alone', () => {
  const foreign = files.filter(({ part }) => part === 'tracker').flatMap(({ imports }) => imports);
  expect(foreign.filter((name) => byPath.get(name)?.part !== 'tracker')).toEqual([]);
});

test("the dashboard's browser code and the server's know nothing of each other", () => {
  const inBrowser = (path: string) => path.startsWith('dashboard/browser/');
  const crossing = files.flatMap(({ path, imports }) =>
    imports.filter((name) => byPath.has(name) && inBrowser(name) !== inBrowser(path)).map((name) => `${path}: ${name}`),
  );
  expect(crossing).toEqual([]);
});

test('the dashboard uses what the API uses, and nothing of the API itself', () => {
  const crossing = files.flatMap(({ part, path, imports }) =>
    part === 'dashboard' ? imports.filter((name) => name.startsWith('http/v1/')).map((name) => `${path}: ${name}`) : [],
  );
  expect(crossing).toEqual([]);
});

test('only the commands read the environment, and hand it over as configuration', () => {
  const reading = files.filter(({ text }) => /\bprocess\.env\b|\benv\b.*from 'node:process'/.test(text));
  expect(
    reading.filter(({ part, path }) => part !== 'cli' && path !== 'app/config.ts').map(({ path }) => path),
  ).toEqual([]);
});

test('files are read from two folders up, where the bench has its bundle of the program, too', () => {
  const deeper = files.filter(({ text }) => /new URL\('(?:\.\.\/){3}/.test(text));
  expect(deeper.map(({ path }) => path)).toEqual([]);
});

test('nothing asks URL.canParse, which forgets some addresses', () => {
  expect(files.filter(({ text }) => /\bURL\.canParse\(/.test(text)).map(({ path }) => path)).toEqual([]);
});

test('every import of an own file is of one that is there', () => {
  const lost = files.flatMap(({ path, imports }) =>
    imports.filter((name) => name.endsWith('.js') && !byPath.has(name)).map((name) => `${path} imports ${name}`),
  );
  expect(lost).toEqual([]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { checkRows } from './rows.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Words of an earlier style and their replacements. `except` allows a line whose data contain the word. */
const REPLACED: readonly { readonly old: RegExp; readonly instead: string; readonly except?: RegExp }[] = [
  { old: /\banew\b/i, instead: 'again' },
  { old: /\bnobody('s)?\b/i, instead: 'no one, or the noun' },
  { old: /\bwhoever\b/i, instead: 'anyone who, or the noun' },
  { old: /\beverybody\b/i, instead: 'every visitor' },
  { old: /\bfor ever\b/i, instead: 'permanently' },
  { old: /\bby itself\b/i, instead: 'automatically, alone' },
  { old: /\btells of\b/i, instead: 'reports' },
  { old: /\bgoes by\b/i, instead: 'uses' },
  { old: /\bin its midst\b/i, instead: 'inside' },
  { old: /\bburials?\b|\bburied\b|\bbury\b/i, instead: 'purge' },
  { old: /\bdoors?\b/i, instead: 'client' },
  { old: /\be-mails?\b/i, instead: 'email', except: /emailWords = / },
  { old: /\bfaults?\b/i, instead: 'error' },
  { old: /\beras(e|es|ed|ing)\b/i, instead: 'delete, purge' },
  {
    old: /\b(function\*?|const) [a-z][A-Za-z]*Of\b/,
    instead: 'a verb: parseRange, toRow',
    except: /weekdayOf|sourcesOf|chunksOf/,
  },
  { old: /\b(MOST|LONGEST|FEWEST|SHORTEST)_[A-Z]/, instead: 'MAX_, MIN_' },
  { old: /\b(interface|type) [A-Za-z]+Parts\b/, instead: 'Deps, Options' },
];

const FOLDERS = ['src', 'bench', 'demo', 'scripts', 'clickhouse', 'docs'];
const FILES = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'test/README.md'];

const files = [
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  ).filter((path) => /\.(ts|tsx|mjs|sql|md)$/.test(path)),
  ...FILES,
];

const lines = files.flatMap((path) =>
  readFileSync(join(ROOT, path), 'utf8')
    .split('\n')
    .map((line, index) => ({ line, place: `${path}:${index + 1}: ${line.trim()}` })),
);

test('words of an earlier style are replaced', () =>
  checkRows(REPLACED, ({ old, except }) => {
    expect(lines.filter(({ line }) => old.test(line) && !except?.test(line)).map(({ place }) => place)).toEqual([]);
  }));

import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// The embedded engine's read-only sessions let `INTO OUTFILE` through; nothing from outside ever is a statement's text, or passes a gate
// first, which refuses it. Three statements use it, for long answers, exports and SQL: to a path of the program's own making, in a folder of its own.
test('no other statement of the program writes to a file than those of long answers, to paths of its own making', async () => {
  const source = fileURLToPath(new URL('../../src/', import.meta.url));
  const files = (await readdir(source, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(files.map((name) => readFile(`${source}${name}`, 'utf8')));
  const writing = texts.flatMap((text, index) => [...text.matchAll(/.*\bOUTFILE\b.*/gi)].map(() => files[index]));
  expect(writing.toSorted()).toEqual([
    'clickhouse/embedded.ts',
    'clickhouse/embedded.ts',
    'sql/reader-gate.ts',
    'sql/sql-child.ts',
  ]);
  const textOf = (name: string) => texts[files.indexOf(name)] ?? '';
  expect(textOf('clickhouse/embedded.ts').match(/\b(askStreaming|readFile)\(\w+, query.*\)/g)).toEqual([
    'askStreaming(session, query, join(inserts, randomUUID()), () => isClosed))',
    'readFile(exporters, query, join(inserts, randomUUID()), () => isClosed)',
  ]);
  const child = textOf('sql/sql-child.ts');
  expect(child.match(/\bwithFormat\(gated, format, .INTO OUTFILE .*path/g)).toHaveLength(1);
  expect(child.match(/\brunInto\(.*?\)/g)).toEqual(['runInto(answers)', 'runInto(path)']);
  expect(textOf('sql/reader-gate.ts').match(/.*\bOUTFILE\b.*/g)).toEqual([
    "  if (/ INTO OUTFILE /i.test(keywords)) throw refused(ONLY_READS, 164, 'READONLY');",
  ]);
  expect(child).toContain('const answers = join(options.folder, ANSWERS);');
  expect(child).toContain('const path = join(options.folder, BLOCKS);');
});

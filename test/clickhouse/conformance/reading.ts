import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sql } from '../../src/clickhouse/sql.js';
import { describeEachClickHouse } from './each-clickhouse.js';
import { MIGRATION_NAMES } from './migration-names.js';
import { countOf, rowsOf } from './rows.js';

/** Refused as read-only; behind the HTTP interface some are no statement at all, with a format after them. */
const REFUSALS = [164, 62];

const REFUSED = [
  `INSERT INTO migrations (version, name, checksum) VALUES (9, 'x', 'x')`,
  `INSERT INTO FUNCTION file('/tmp/footfall-out.csv', 'CSV', 'a Int8') SELECT 1`,
  `SELECT * FROM file('/etc/passwd', 'LineAsString')`,
  `SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString')`,
  `SET max_execution_time = 0`,
  `SET readonly = 0`,
  `SELECT 1 SETTINGS max_memory_usage = 0`,
  `SELECT 1 SETTINGS readonly = 0`,
  `DROP TABLE events`,
  `TRUNCATE TABLE events`,
  `ALTER TABLE events DELETE WHERE 1`,
  `CREATE TABLE mine (a Int8) ENGINE = Memory`,
  `OPTIMIZE TABLE events`,
];

describeEachClickHouse('the client for queries', (clickhouse) => {
  test.each(REFUSED)('refuses %s', async (statement) => {
    const asked = rowsOf(clickhouse(), { chunks: [statement], parameters: [] });
    await expect(asked).rejects.toMatchObject({ name: 'ClickHouseError', code: expect.toBeOneOf(REFUSALS) });
  });

  test('stays open for the next question, and nothing has changed', async () => {
    expect(await countOf(clickhouse(), 'migrations')).toBe(MIGRATION_NAMES.length);
    expect(await rowsOf(clickhouse(), sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  });
});

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
    'clickhouse/reader-gate.ts',
    'clickhouse/sql-child.ts',
  ]);
  const textOf = (name: string) => texts[files.indexOf(name)] ?? '';
  expect(textOf('clickhouse/embedded.ts').match(/\b(askStreaming|readFile)\(\w+, query.*\)/g)).toEqual([
    'askStreaming(session, query, join(inserts, randomUUID()), () => isClosed))',
    'readFile(exporters, query, join(inserts, randomUUID()), () => isClosed)',
  ]);
  const child = textOf('clickhouse/sql-child.ts');
  expect(child.match(/\bwithFormat\(gated, format, .INTO OUTFILE .*path/g)).toHaveLength(1);
  expect(child.match(/\brunInto\(.*?\)/g)).toEqual(['runInto(answers)', 'runInto(path)']);
  expect(textOf('clickhouse/reader-gate.ts').match(/.*\bOUTFILE\b.*/g)).toEqual([
    "  if (/ INTO OUTFILE /i.test(keywords)) throw refused(ONLY_READS, 164, 'READONLY');",
  ]);
  expect(child).toContain('const answers = join(options.folder, ANSWERS);');
  expect(child).toContain('const path = join(options.folder, BLOCKS);');
});

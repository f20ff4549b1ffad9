import { afterEach, expect, test, vi } from 'vitest';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { ServerProof } from '../../src/sql/server-proof.js';
import { checkRows } from '../rows.js';

const refusal = (code: string) => Object.assign(new Error('refused'), { code, type: `CODE_${code}` });

interface Server {
  /** What it answers the user of statements, in place of what it should. */
  readonly answers?: (statement: string) => string | Error | undefined;
  /** Tables that show their rows to everybody. */
  readonly open?: readonly string[];
  /** Tables with rows. */
  readonly filled?: readonly string[];
}

const ALL = ['events', 'visits', 'daily_visitors', 'websites'];

/** A server that keeps accounts apart, but for what is given. */
function proofOf({ answers = () => undefined, open = [], filled = ALL }: Server) {
  const asked: string[] = [];
  const right = (statement: string) =>
    statement.includes('`default`') ? refusal('497') : statement.includes('SETTINGS') ? refusal('164') : '';
  const query = async ({ sql: { chunks } }: Parameters<ClickHouse['query']>[0]): Promise<readonly unknown[]> => {
    const text = chunks.join('?');
    asked.push(text);
    if (text.includes('currentDatabase')) return [{ name: 'default' }];
    const [, schema, table = ''] = /FROM (bi_rows\.)?(\w+)/.exec(text) ?? [];
    if (schema === undefined) return filled.includes(table) ? [{ website_id: 'a', time: 1 }] : [];
    return filled.includes(table) && open.includes(table) ? [{ 1: 1 }] : [];
  };
  const proof = new ServerProof({ query: query as ClickHouse['query'] }, async (statement) => {
    asked.push(statement);
    const answer = answers(statement) ?? right(statement);
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { proof, asked };
}

afterEach(() => vi.restoreAllMocks());

test('is given once, and again after ten minutes', async () => {
  const { proof, asked } = proofOf({});
  await proof.give();
  const once = asked.length;
  await proof.give();
  expect(asked).toHaveLength(once);
  const now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now + 11 * 60_000);
  await proof.give();
  expect(asked).toHaveLength(2 * once);
});

test.each([
  ['`default`', 'it answers SELECT 1 FROM `default`.events LIMIT 1'],
  ['SETTINGS', "it answers SELECT 1 SETTINGS log_comment = 'another'"],
])('fails on a server that answers %s', async (part, reason) => {
  const { proof } = proofOf({ answers: (statement) => (statement.includes(part) ? '1\n' : undefined) });
  for (const _ of [1, 2]) await expect(proof.give()).rejects.toThrow(reason);
});

test('fails on a server with a view that shows rows of no website', async () => {
  const { proof } = proofOf({ answers: (statement) => (statement.includes('bi.visits') ? '1\n' : undefined) });
  for (const _ of [1, 2]) await expect(proof.give()).rejects.toThrow('bi.visits shows rows of all accounts');
});

test('fails on a server that shows all rows of any table', () =>
  checkRows(ALL, async (table) => {
    const { proof } = proofOf({ open: [table] });
    for (const _ of [1, 2]) await expect(proof.give()).rejects.toThrow(`bi_rows.${table} shows rows of all accounts`);
  }));

test.each([
  ['497', 'SETTINGS'],
  ['164', '`default`'],
  ['60', '`default`'],
])('is not given by the error %s of a statement with %s', async (code, part) => {
  const { proof } = proofOf({ answers: (statement) => (statement.includes(part) ? refusal(code) : undefined) });
  await expect(proof.give()).rejects.toThrow(`fails with another error than it should (CODE_${code})`);
});

test('says that the views cannot be read', async () => {
  const { proof } = proofOf({ answers: (statement) => (statement.includes('bi.visits') ? refusal('497') : undefined) });
  await expect(proof.give()).rejects.toThrow('its user cannot read bi.visits (CODE_497)');
});

test('is not given by a table without rows, which is asked again', async () => {
  const filled = ['websites'];
  const open = ['events'];
  const { proof } = proofOf({ filled, open });
  await proof.give();
  filled.push('events');
  await expect(proof.give()).rejects.toThrow('bi_rows.events shows rows of all accounts');
});

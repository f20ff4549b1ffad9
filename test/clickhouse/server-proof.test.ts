import { expect, test } from 'vitest';
import { ServerProof } from '../../src/clickhouse/server-proof.js';

const refusal = (code: string) => Object.assign(new Error('refused'), { code, type: `CODE_${code}` });

interface Server {
  /** What it answers in place of what it should. */
  readonly answers?: (statement: string) => string | Error | undefined;
  readonly rows?: readonly string[];
}

/** A server that keeps accounts apart, but for what `answers` says. */
function proofOf({ answers = () => undefined, rows = ['events', 'visits', 'daily_visitors', 'websites'] }: Server) {
  const asked: string[] = [];
  const right = (statement: string) =>
    statement.includes('`default`') ? refusal('497') : statement.includes('SETTINGS') ? refusal('164') : '0\n';
  const proof = new ServerProof({
    ask: async (statement) => {
      asked.push(statement);
      const answer = answers(statement) ?? right(statement);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    database: async () => 'default',
    hasRows: async (table) => rows.includes(table),
  });
  return { proof, asked };
}

test('is given once', async () => {
  const { proof, asked } = proofOf({});
  await proof.give();
  const before = asked.length;
  await proof.give();
  expect([before, asked.length]).toEqual([6, 6]);
});

test.each([
  ['`default`', '', 'it answers SELECT 1 FROM `default`.events LIMIT 1'],
  ['SETTINGS', '1\n', "it answers SELECT 1 SETTINGS log_comment = 'another'"],
  ['bi.visits', '1\n', 'bi.visits shows rows of all accounts'],
  ['bi.websites', '1\n', 'bi.websites shows rows of all accounts'],
])('fails on a server that answers %s', async (part, answer, reason) => {
  const { proof } = proofOf({ answers: (statement) => (statement.includes(part) ? answer : undefined) });
  for (const _ of [1, 2]) await expect(proof.give()).rejects.toThrow(reason);
});

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

test('is not given by a view without rows, which is asked again', async () => {
  const { proof, asked } = proofOf({ rows: ['websites'] });
  await proof.give();
  await proof.give();
  expect(asked.filter((statement) => statement.includes('bi.events'))).toHaveLength(2);
  expect(asked.filter((statement) => statement.includes('bi.websites'))).toHaveLength(1);
});

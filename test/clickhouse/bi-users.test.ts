import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createBiUser, userStatements } from '../../src/clickhouse/bi-users.js';
import { sql, string } from '../../src/clickhouse/sql.js';
import { openEmbedded, type TestClickHouse } from './each-clickhouse.js';

const ACCOUNT = '6f1c1f9e-0d5f-4b0e-9a53-000000000001';
const WEBSITES = ['6f1c1f9e-0d5f-4b0e-9a53-00000000000a', '6f1c1f9e-0d5f-4b0e-9a53-00000000000b'];

let opened: TestClickHouse;

beforeAll(async () => {
  opened = await openEmbedded();
});

afterAll(() => opened.close());

/** Statements in the engine's formatting: it has no users of its own to make, but parses them as a server does. */
async function formatted(cluster?: string): Promise<readonly string[]> {
  const commands: string[] = [];
  const clickhouse = {
    ...opened.clickhouse,
    command: async ({ chunks }: { readonly chunks: readonly string[] }) => void commands.push(chunks.join('')),
  };
  const { password } = await createBiUser(clickhouse, { accountId: ACCOUNT, websiteIds: WEBSITES, cluster });
  const hash = createHash('sha256').update(password).digest('hex');
  expect(commands.join('\n')).not.toContain(password);
  return Promise.all(
    commands.map(async (command) => {
      const [row] = await opened.clickhouse.query({
        name: 'test',
        sql: sql`SELECT formatQuerySingleLine(${string(command.replace(hash, 'a'.repeat(64)))}) AS text`,
        row: z.object({ text: z.string() }),
      });
      return row?.text ?? '';
    }),
  );
}

test('on a server, the views and their policies come before the user', async () => {
  const statements = (await formatted()).filter((text) => !text.startsWith('CREATE OR REPLACE VIEW'));
  await expect(`${statements.join('\n')}\n`).toMatchFileSnapshot('bi-user.sql');
});

test('on a cluster, every statement reaches every host', async () => {
  const statements = await formatted('main');
  expect(statements.filter((text) => !text.includes('ON CLUSTER main') && !text.includes("ON CLUSTER 'main'"))).toEqual(
    [],
  );
  const rest = statements.filter((text) => !text.startsWith('CREATE OR REPLACE VIEW'));
  await expect(`${rest.join('\n')}\n`).toMatchFileSnapshot('bi-user.cluster.sql');
});

test.each([
  ["x' OR 1", WEBSITES],
  [ACCOUNT, ["a', readonly = 0, x = '"]],
])('%j and %j are no identifiers', (accountId, websiteIds) => {
  expect(() => userStatements({ accountId, websiteIds, cluster: undefined }, 'password')).toThrow('no UUID');
});

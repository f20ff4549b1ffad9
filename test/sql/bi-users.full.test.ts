import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { sql, string } from '../../src/clickhouse/sql.js';
import { createBiUser, createServiceUser, userStatements } from '../../src/sql/bi-users.js';
import { openEmbedded, type TestClickHouse } from '../clickhouse/each-clickhouse.js';

const ACCOUNT = '6f1c1f9e-0d5f-4b0e-9a53-000000000001';
const WEBSITES = ['6f1c1f9e-0d5f-4b0e-9a53-00000000000a', '6f1c1f9e-0d5f-4b0e-9a53-00000000000b'];

let opened: TestClickHouse;

beforeAll(async () => {
  opened = await openEmbedded();
});

afterAll(() => opened.close());

type Make = (clickhouse: ClickHouse, cluster: string | undefined) => Promise<{ readonly password: string }>;

const ofAccount: Make = (clickhouse, cluster) =>
  createBiUser(clickhouse, { accountId: ACCOUNT, websiteIds: WEBSITES, cluster }, async () => WEBSITES.join());

const ofService: Make = async (clickhouse, cluster) => {
  const password = 'of-the-service';
  await createServiceUser(clickhouse, { password, cluster });
  return { password };
};

/** Statements in the engine's formatting: it has no users of its own to make, but parses them as a server does. */
async function formatted(make: Make, cluster?: string): Promise<readonly string[]> {
  const commands: string[] = [];
  const clickhouse = {
    ...opened.clickhouse,
    command: async ({ chunks }: { readonly chunks: readonly string[] }) => void commands.push(chunks.join('')),
  };
  const { password } = await make(clickhouse, cluster);
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

describe.each([
  ['an account', ofAccount, 'bi-user'],
  ['the service', ofService, 'service-user'],
])('for %s', (_, make, name) => {
  const isNoView = (text: string) => !text.startsWith('CREATE OR REPLACE VIEW');

  /** Holds what is the same for both, and comes first, apart from the user's own statements. */
  async function expectSnapshots(statements: readonly string[], suffix: string) {
    const all = statements.filter(isNoView);
    const own = all.findIndex((text) => /^CREATE (SETTINGS PROFILE|USER) /.test(text));
    await expect(`${all.slice(0, own).join('\n')}\n`).toMatchFileSnapshot(`bi-tables${suffix}`);
    await expect(`${all.slice(own).join('\n')}\n`).toMatchFileSnapshot(`${name}${suffix}`);
  }

  test('on a server, the views and their policies come before the user', async () => {
    await expectSnapshots(await formatted(make), '.sql');
  });

  test('on a cluster, every statement reaches every host', async () => {
    const statements = await formatted(make, 'main');
    const isLocal = (text: string) => !text.includes('ON CLUSTER main') && !text.includes("ON CLUSTER 'main'");
    expect(statements.filter(isLocal)).toEqual([]);
    await expectSnapshots(statements, '.cluster.sql');
  });
});

test.each([
  ["x' OR 1", WEBSITES],
  [ACCOUNT, ["a', readonly = 0, x = '"]],
])('%j and %j are no identifiers', (accountId, websiteIds) => {
  expect(() => userStatements({ accountId, websiteIds, cluster: undefined }, 'password')).toThrow('no UUID');
});

describe('a server on which a subquery', () => {
  const refusal = (code: string) => Object.assign(new Error('refused'), { code, type: 'ANY' });

  async function create(answer: () => Promise<string>) {
    const commands: string[] = [];
    const command = async ({ chunks }: { readonly chunks: readonly string[] }) => void commands.push(chunks.join(''));
    const options = { accountId: ACCOUNT, websiteIds: WEBSITES, cluster: undefined };
    const made = createBiUser({ ...opened.clickhouse, command }, options, answer);
    return { made: await made.catch((error: unknown) => error), last: commands.at(-1) };
  }

  test('can change the list of websites has no user afterwards', async () => {
    const { made, last } = await create(async () => 'another\n');
    expect(String(made)).toContain('could see all of them: the account has no user now. Update the server');
    expect(last).toBe('DROP USER footfall_bi_6f1c1f9e0d5f4b0e9a53000000000001');
  });

  test.each([
    ['is held to the list', async () => WEBSITES.join()],
    ['is refused', () => Promise.reject(refusal('452'))],
  ])('%s has one', async (_, answer) => {
    expect((await create(answer)).made).toMatchObject({ user: expect.stringContaining('footfall_bi_') });
  });

  test('fails otherwise leaves that open', async () => {
    const away = refusal('210');
    expect((await create(() => Promise.reject(away))).made).toBe(away);
  });
});

import { expect, it } from 'vitest';
import { savedQueries } from '../../src/postgres/schema.js';
import { BiClient } from '../../src/sql/bi-client.js';
import type { Reader } from '../../src/sql/reader.js';
import { MAX_SAVED_QUERIES, openSavedQueries } from '../../src/sql/saved-queries.js';
import { newTestAccount } from '../accounts/new-test-account.js';
import { testContext } from '../context.js';
import type { TestDatabase } from '../postgres/each-postgres.js';

const AT = Date.UTC(2026, 0, 1);

/** Accepts any statement, with one parameter. */
const reader: Reader = {
  places: 1,
  ready: async () => undefined,
  close: async () => undefined,
  run: () => Promise.reject(new Error('nothing is run here')),
  check: async () => ({ format: undefined, shape: '', parameters: [{ name: 'from', type: 'Date' }] }),
};

const bi = new BiClient(testContext({ now: () => AT }), reader, async () => []);

export function savedQuerySuite(database: () => TestDatabase): void {
  it('are stored as they are, and replaced', async () => {
    const { db } = database().postgres;
    const { id: accountId } = await newTestAccount(db);
    const saved = openSavedQueries({ db, now: () => AT }, bi);
    const save = (query: string) => saved.save({ accountId, via: 'api' }, 'a', { query });
    await save('SELECT 1');
    expect(await save("SELECT '\\' -- é 💡\n'")).toEqual(await saved.find(accountId, 'a'));
    expect(await saved.list(accountId)).toEqual([
      {
        name: 'a',
        description: null,
        query: "SELECT '\\' -- é 💡\n'",
        parameters: [{ name: 'from', type: 'Date' }],
        createdAt: new Date(AT),
        updatedAt: new Date(AT),
      },
    ]);
    expect([await saved.remove(accountId, 'a'), await saved.remove(accountId, 'a')]).toEqual([true, false]);
  });

  it('are never more than allowed, also when several are saved at once', async () => {
    const { db } = database().postgres;
    const { id: accountId } = await newTestAccount(db);
    const saved = openSavedQueries({ db, now: () => AT }, bi);
    const row = { accountId, query: 'SELECT 1', parameters: [], createdAt: new Date(AT), updatedAt: new Date(AT) };
    const names = Array.from({ length: MAX_SAVED_QUERIES - 1 }, (_, index) => `q-${index}`);
    await db.insert(savedQueries).values(names.map((name) => ({ ...row, name })));
    const outcomes = await Promise.allSettled(
      ['x', 'y', 'z'].map((name) => saved.save({ accountId, via: 'api' }, name, { query: 'SELECT 1' })),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await saved.list(accountId)).toHaveLength(MAX_SAVED_QUERIES);
  });
}

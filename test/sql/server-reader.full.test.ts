import { expect, test } from 'vitest';
import { type ClickHouse, ClickHouseError, isUnreachable } from '../../src/clickhouse/clickhouse.js';
import { serverReader } from '../../src/sql/server-reader.js';
import { openEmbedded } from '../clickhouse/each-clickhouse.js';

const STATEMENT = { text: 'SELECT 1', websiteIds: [], parameters: {}, settings: {}, format: 'CSV' };

/** A port on which nothing listens. */
const NOWHERE = 'http://user:password@127.0.0.1:1/default';

const open = (clickhouse: ClickHouse) => serverReader(clickhouse, { url: NOWHERE, cluster: undefined }, 's'.repeat(32));

test('a server that is away is no error of the statement, and no missing right', async () => {
  const { clickhouse, close } = await openEmbedded();
  try {
    const away = new ClickHouseError('away', undefined, undefined);
    const unanswered = open({ ...clickhouse, command: () => Promise.reject(away) });
    await expect(unanswered.run(STATEMENT)).rejects.toBe(away);
    const gone = open({ ...clickhouse, command: async () => undefined });
    await expect(gone.run(STATEMENT)).rejects.toSatisfy(isUnreachable);
    await expect(gone.check('SELECT 1')).rejects.toSatisfy(isUnreachable);
    await Promise.all([unanswered.close(), gone.close()]);
  } finally {
    await close();
  }
});

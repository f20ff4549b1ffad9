import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from '../../src/clickhouse/sql.js';
import { REFUSED_TABLE_FUNCTIONS, TABLE_FUNCTIONS } from '../../src/sql/reader-gate.js';
import { type TestService, testService } from '../service/test-service.js';
import { biService } from './bi-service.js';
import { describeEscapes } from './escapes.js';

/** `npm run test:long -- --statements 1000` sets more. */
const RUNS = Number(process.env.BI_RUNS ?? 300);

describeEscapes('on the embedded engine', biService, RUNS);

describe('an upgrade of the engine', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await testService();
  });
  afterAll(() => service.close());

  test('every table function of the engine is known to the gate: an upgrade may bring more', async () => {
    const names = await service.clickhouse.query({
      name: 'test',
      sql: sql`SELECT lower(name) AS name FROM system.table_functions`,
      row: z.object({ name: z.string() }),
    });
    const unknown = names.filter(({ name }) => !TABLE_FUNCTIONS.has(name) && !REFUSED_TABLE_FUNCTIONS.has(name));
    expect(unknown).toEqual([]);
  });

  test('the functions of the engine are those that were looked through: an upgrade may bring more that read files', async () => {
    const [found] = await service.clickhouse.query({
      name: 'test',
      sql: sql`SELECT count() AS functions, lower(hex(cityHash64(arraySort(groupArray(name))))) AS names
  FROM system.functions WHERE origin = 'System' AND alias_to = ''`,
      row: z.object({ functions: z.coerce.number(), names: z.string() }),
    });
    expect(found).toMatchInlineSnapshot(`
      {
        "functions": 1597,
        "names": "2c1be65c2b01d820",
      }
    `);
  });
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { migrateClickHouse } from '../../src/clickhouse/migrate.js';
import { openServer } from '../../src/clickhouse/server.js';
import { sql, string, uuid } from '../../src/clickhouse/sql.js';
import { HOSTILE } from './hostile.js';
import { type Recorder, recorder } from './recorder.js';
import { countOf } from './rows.js';

const ID = '6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01';

describe('what a server is told', () => {
  let server: Recorder;

  beforeEach(async () => {
    server = await recorder();
  });

  afterEach(() => server.close());

  async function told(cluster: string | undefined, work: (clickhouse: ClickHouse) => Promise<unknown>) {
    const clickhouse = openServer(server.url.replace('//', '//reader:p%40ss@'), cluster);
    await work(clickhouse);
    await clickhouse.close();
    return server.statements;
  }

  const insert = (clickhouse: ClickHouse) =>
    clickhouse.insert({
      table: 'events',
      columns: ['path', 'name'],
      body: Buffer.from('["/","a"]\n'),
      token: 'instance-1',
    });

  const clustered = {
    distributed_foreground_insert: '1',
    distributed_product_mode: 'local',
    optimize_const_name_size: '-1',
  };

  test('with a question: limits, a name, and no value from outside in its text', async () => {
    const statements = await told(undefined, (clickhouse) =>
      clickhouse.query({ name: 'stats/main', sql: sql`SELECT ${string(HOSTILE.join(''))}`, row: z.unknown() }),
    );
    expect(statements).toEqual([
      {
        text: 'SELECT {p0:String} \nFORMAT JSONEachRow',
        isForm: true,
        parameters: { param_p0: expect.any(String) },
        settings: {
          readonly: '1',
          max_execution_time: '30',
          max_memory_usage: '1000000000',
          max_bytes_before_external_group_by: '250000000',
          max_bytes_before_external_sort: '250000000',
          max_bytes_in_set: '200000000',
          max_query_size: '4194304',
          max_ast_elements: '1000000',
          max_expanded_ast_elements: '1000000',
          output_format_json_quote_64bit_integers: '1',
          compile_expressions: '0',
          compile_aggregate_expressions: '0',
          compile_sort_description: '0',
          optimize_move_to_prewhere: '0',
          log_comment: 'stats/main',
        },
        user: 'reader:p@ss',
      },
    ]);
  });

  test('with an insert: its token, and everything that makes it happen once', async () => {
    expect(await told(undefined, insert)).toEqual([
      {
        text: 'INSERT INTO events (path, name) FORMAT JSONCompactEachRow\n["/","a"]\n',
        parameters: {},
        settings: {
          async_insert: '0',
          deduplicate_blocks_in_dependent_materialized_views: '1',
          input_format_parallel_parsing: '0',
          input_format_null_as_default: '0',
          max_partitions_per_insert_block: '0',
          insert_deduplication_token: 'instance-1',
        },
        user: 'reader:p@ss',
      },
    ]);
  });

  test('with a delete: to wait for it', async () => {
    expect(await told(undefined, (clickhouse) => clickhouse.delete('events', sql`website_id = ${uuid(ID)}`))).toEqual([
      {
        text: 'ALTER TABLE events DELETE WHERE website_id = {p0:UUID}',
        parameters: { param_p0: ID },
        settings: expect.objectContaining({ mutations_sync: '2', allow_nondeterministic_mutations: '1' }),
        user: 'reader:p@ss',
      },
    ]);
  });

  test('of a cluster with a delete: the tables that hold the rows, on every host', async () => {
    const statements = await told('main', async (clickhouse) => {
      await clickhouse.delete('events', sql`website_id = ${uuid(ID)}`);
      await clickhouse.dropPartition('import_lines', uuid(ID));
    });
    expect(statements.map(({ text }) => text)).toEqual([
      `ALTER TABLE events_local ON CLUSTER 'main' DELETE WHERE website_id = {p0:UUID}`,
      `ALTER TABLE import_lines_local ON CLUSTER 'main' DROP PARTITION {p0:UUID}`,
    ]);
    for (const { settings } of statements) expect(settings).toMatchObject(clustered);
  });

  test('of a cluster with an insert and a question: the table in front', async () => {
    const statements = await told('main', async (clickhouse) => {
      await insert(clickhouse);
      await countOf(clickhouse, 'events');
    });
    expect(statements.map(({ text }) => text.split('\n')[0])).toEqual([
      'INSERT INTO events (path, name) FORMAT JSONCompactEachRow',
      'SELECT count() AS n FROM events WHERE 1 ',
    ]);
    for (const { settings } of statements) expect(settings).toMatchObject(clustered);
  });

  test('of a cluster with the migrations is what the snapshot shows', async () => {
    const statements = await told('main', (clickhouse) => migrateClickHouse(clickhouse, 'main'));
    const text = statements.map((statement) => statement.text.trim()).join('\n;\n\n');
    await expect(`${text}\n`).toMatchFileSnapshot('migrations.cluster.sql');
  });
});

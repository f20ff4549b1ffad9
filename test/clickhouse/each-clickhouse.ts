import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { migrateClickHouse } from '../../src/clickhouse/migrate.js';
import { openClickHouse } from '../../src/clickhouse/open.js';
import { closedInTheEnd } from '../service/kept-open.js';
import { standIn } from './stand-in.js';
import { CLUSTER, twoShards } from './two-shards.js';

/** ClickHouse in a folder of its own. A process can have one such folder at a time. */
export interface TestClickHouse {
  readonly clickhouse: ClickHouse;
  /** Another process's client of the same tables; to the embedded engine there is one only. */
  readonly other: ClickHouse;
  /** The name of the cluster; undefined for a single server and the embedded engine. */
  readonly cluster: string | undefined;
  close(): Promise<void>;
}

/** The embedded engine, and the driver for a server with one behind it or a cluster. Each has a `conformance-*.full.test.ts`. */
export const DRIVERS = [
  ['embedded', openEmbedded],
  ['@clickhouse/client', openThroughClient],
  ['two shards', openTwoShards],
] as const;

/** A folder may be called anything: the engine would take such a name for a pattern, or for the end of a text. */
const AWKWARD = "footfall-{a,b}*?[c] 'd' \\ ";

export async function openEmbedded(): Promise<TestClickHouse> {
  const folder = await mkdtemp(join(tmpdir(), AWKWARD));
  const clickhouse = await openClickHouse({ url: undefined, cluster: undefined }, folder);
  return {
    clickhouse,
    other: clickhouse,
    cluster: undefined,
    close: closedInTheEnd(async () => {
      await clickhouse.close();
      await rm(folder, { recursive: true, force: true });
    }),
  };
}

export async function openThroughClient(): Promise<TestClickHouse> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-clickhouse-'));
  const server = await standIn(folder);
  const clickhouse = await openClickHouse({ url: server.url, cluster: undefined }, '');
  const other = await openClickHouse({ url: server.url, cluster: undefined }, '');
  return {
    clickhouse,
    other,
    cluster: undefined,
    close: async () => {
      await Promise.all([clickhouse.close(), other.close()]);
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The driver for a server, with a cluster of two shards behind it. */
export async function openTwoShards(): Promise<TestClickHouse> {
  const server = await twoShards();
  const address = { url: server.url, cluster: CLUSTER };
  const [clickhouse, other] = [await openClickHouse(address, ''), await openClickHouse(address, '')];
  return {
    clickhouse,
    other,
    cluster: CLUSTER,
    close: async () => {
      await Promise.all([clickhouse.close(), other.close()]);
      await server.close();
    },
  };
}

/** Opens a ClickHouse with all tables before the tests of a `describe`, and closes it after them. */
export function openAround(open: () => Promise<TestClickHouse>): () => TestClickHouse {
  let opened: TestClickHouse | undefined;
  beforeAll(async () => {
    opened = await open();
    await migrateClickHouse(opened.clickhouse, opened.cluster);
  });
  afterAll(() => opened?.close());
  return () => opened!;
}

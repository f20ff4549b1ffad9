import { describe } from 'vitest';
import { openAround, type TestClickHouse } from '../each-clickhouse.js';
import { deleteSuite } from './deletes.js';
import { failureSuite } from './failures.js';
import { insertSuite } from './inserts.js';
import { migrationSuite } from './migrations.js';
import { parameterSuite } from './parameters.js';
import { readingSuite } from './reading.js';
import { settingSuite } from './settings.js';
import { streamSuite } from './streams.js';

/** What every driver of ClickHouse does alike, on one that is opened once. */
export function conformanceSuite(open: () => Promise<TestClickHouse>): void {
  const opened = openAround(open);
  const clickhouse = () => opened().clickhouse;
  describe('a parameter', () => parameterSuite(clickhouse));
  describe('a setting', () => settingSuite(clickhouse));
  describe('a long answer', () => streamSuite(clickhouse));
  // Before what inserts into many partitions: a delete goes through all of them.
  describe('a delete', () => deleteSuite(clickhouse));
  describe('an insert', () => insertSuite(clickhouse));
  describe('the client for queries', () => readingSuite(clickhouse));
  describe('the failure', () => failureSuite(clickhouse));
  // Last, for they drop every table.
  describe('migrating', () => migrationSuite(opened));
}

import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { migratePostgres } from '../../src/postgres/migrate.js';
import { openPostgres } from '../../src/postgres/open.js';
import type { Postgres } from '../../src/postgres/postgres.js';
import { testPostgres } from './test-postgres.js';

const SERVER = process.env.TEST_DATABASE_URL;

/** A database of one suite. */
export interface TestDatabase {
  readonly postgres: Postgres;
  /** What another process sees: on a server a connection of its own, embedded the only one there can be. */
  readonly other: Postgres;
}

/** Tests of what is stored in PostgreSQL, or of PostgreSQL itself. */
export type PostgresSuite = (database: () => TestDatabase) => void;

/** Runs a suite on the embedded engine, on a fresh database. */
export function describeOnEmbedded(name: string, suite: PostgresSuite): void {
  describe(`${name} (embedded)`, () => suite(aroundAll(openEmbeddedDatabase)));
}

/**
 * Runs a suite on the server at `TEST_DATABASE_URL`, on a fresh database. Without a server the suite is skipped, which is a failure
 * where `CI` is set.
 */
export function describeOnServer(name: string, suite: PostgresSuite): void {
  if (SERVER === undefined) {
    it.skipIf(!process.env.CI)(`${name} (server): TEST_DATABASE_URL is not set`, () => {
      expect(SERVER, 'TEST_DATABASE_URL').toBeDefined();
    });
    console.warn(`SKIPPED: ${name} on a PostgreSQL server, because TEST_DATABASE_URL is not set`);
    return;
  }
  describe(`${name} (server)`, () => suite(aroundAll(() => openServerDatabase(SERVER))));
}

/**
 * Runs a long suite once: on the server at `TEST_DATABASE_URL`, where two processes can meet, or else on the embedded engine.
 * What it asks of PostgreSQL must be tested on each of them elsewhere.
 */
export function describeOnePostgres(name: string, suite: PostgresSuite): void {
  if (SERVER === undefined) describeOnEmbedded(name, suite);
  else describeOnServer(name, suite);
}

type Opened = TestDatabase & { readonly close: () => Promise<void> };

function aroundAll(open: () => Promise<Opened>): () => TestDatabase {
  let opened: Opened | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.close());
  return () => opened!;
}

async function openEmbeddedDatabase(): Promise<Opened> {
  const embedded = await testPostgres();
  return { postgres: embedded, other: embedded, close: () => embedded.close() };
}

async function openServerDatabase(server: string): Promise<Opened> {
  const { url, drop } = await createDatabase(server);
  const mine = await openPostgres({ url, folder: '' });
  await migratePostgres(mine);
  const other = await openPostgres({ url, folder: '' });
  return {
    postgres: mine,
    other,
    close: async () => {
      await Promise.all([mine.close(), other.close()]);
      await drop();
    },
  };
}

/** Opens a new database with all tables on the server, for one test. */
export async function serverDatabase(server: string): Promise<{ url: string; postgres: Postgres }> {
  const { url, drop } = await createDatabase(server);
  onTestFinished(drop);
  const opened = await openPostgres({ url, folder: '' });
  await migratePostgres(opened);
  return { url, postgres: opened };
}

/** A new, empty database on the server. */
export async function createDatabase(server: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `footfall_test_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await administer(server, `create database ${name}`);
  return { url: url.href, drop: () => administer(server, `drop database ${name} with (force)`) };
}

async function administer(server: string, statement: string): Promise<void> {
  const connection = postgres(server, { max: 1 });
  await connection.unsafe(statement);
  await connection.end();
}

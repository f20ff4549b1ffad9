import { describe } from 'vitest';
import type { TestDatabase } from '../each-postgres.js';
import { failureSuite } from './failures.js';
import { interfaceSuite } from './interface.js';
import { statementSuite } from './statements.js';
import { valueSuite } from './values.js';

/** What both implementations of `Postgres` do alike: every type, every kind of statement, every kind of failure. */
export function conformanceSuite(database: () => TestDatabase): void {
  describe('values', () => valueSuite(database));
  describe('statements', () => statementSuite(database));
  describe('failures', () => failureSuite(database));
  describe('the interface', () => interfaceSuite(database));
}

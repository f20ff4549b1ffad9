import { expect, it } from 'vitest';
import { describeOnePostgres } from '../postgres/each-postgres.js';
import { describeFuzz } from './openapi-fuzz.js';

const SERVER = process.env.TEST_DATABASE_URL;

// With a server, this is how the statements of every route reach PostgreSQL over the wire.
describeOnePostgres('the whole API', (database) => {
  describeFuzz({ runs: 40, postgres: () => ({ ...database().postgres, close: async () => undefined }) });
});

if (SERVER === undefined) {
  console.warn('The whole API runs on embedded PostgreSQL, because TEST_DATABASE_URL is not set');
  it.skipIf(!process.env.CI)('the whole API (server): TEST_DATABASE_URL is not set', () => {
    expect(SERVER, 'TEST_DATABASE_URL').toBeDefined();
  });
}

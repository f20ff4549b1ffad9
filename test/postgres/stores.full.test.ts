import { sql } from 'drizzle-orm';
import { beforeAll, describe } from 'vitest';
import { accounts } from '../../src/postgres/schema.js';
import { describeOnServer } from './each-postgres.js';
import { STORES } from './stores.js';

describeOnServer('what is stored', (database) => {
  describe.each(STORES)('%s', (_, suite) => {
    // Almost everything belongs to an account. A database for each suite would take longer than the suites.
    beforeAll(() => database().postgres.db.execute(sql`truncate ${accounts} cascade`));
    suite(database);
  });
});

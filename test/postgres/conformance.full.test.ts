import { describe } from 'vitest';
import { conformanceSuite } from './conformance/conformance.js';
import { twoConnectionSuite } from './conformance/two-connections.js';
import { describeOnServer } from './each-postgres.js';

describeOnServer('PostgreSQL', (database) => {
  conformanceSuite(database);
  describe('two processes', () => twoConnectionSuite(database));
});

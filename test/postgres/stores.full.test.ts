import { describeOnServer } from './each-postgres.js';
import { STORES } from './stores.js';

for (const [name, suite] of STORES) describeOnServer(name, suite);

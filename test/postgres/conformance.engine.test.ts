import { conformanceSuite } from './conformance/conformance.js';
import { describeOnEmbedded } from './each-postgres.js';

describeOnEmbedded('PostgreSQL', conformanceSuite);

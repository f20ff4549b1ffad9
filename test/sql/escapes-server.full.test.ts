import { twoShardsService } from '../service/two-shards-service.js';
import { biService } from './bi-service.js';
import { describeEscapes } from './escapes.js';
import { serverUsers } from './server-users.js';

/** `npm run test:long -- --statements 1000` sets more. */
const RUNS = Number(process.env.BI_RUNS ?? 100);

describeEscapes('on a server', () => biService({}, (options) => twoShardsService(options, serverUsers())), RUNS);

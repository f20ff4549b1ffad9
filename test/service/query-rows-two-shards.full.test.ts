import { describeQueryRows } from './query-rows.js';
import { twoShardsService } from './two-shards-service.js';
import { NEVER_MERGED } from './unmerged-service.js';

describeQueryRows({
  zone: 'Europe/Lisbon',
  from: '2026-03-24',
  seed: 46,
  queries: 30,
  open: (options) => twoShardsService({ ...options, afterMigration: NEVER_MERGED }),
});

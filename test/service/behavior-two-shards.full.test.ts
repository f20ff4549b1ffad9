import { describeCohorts } from './cohorts.js';
import { describeFunnels } from './funnels.js';
import { describeJourneys } from './journeys.js';
import type { TestServiceOptions } from './test-service.js';
import { twoShardsService } from './two-shards-service.js';
import { NEVER_MERGED } from './unmerged-service.js';

const shards = {
  zone: 'Europe/Lisbon',
  from: '2026-03-24',
  open: (options: TestServiceOptions) => twoShardsService({ ...options, afterMigration: NEVER_MERGED }),
};

describeFunnels({ ...shards, seed: 55, funnels: 24 });
describeCohorts({ ...shards, seed: 65, tables: 16 });
describeJourneys({ ...shards, seed: 78, journeys: 12 });

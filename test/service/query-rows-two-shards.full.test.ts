import { describeQueryRows } from './query-rows.js';
import { twoShardsService } from './two-shards-service.js';

describeQueryRows({ zone: 'Europe/Lisbon', from: '2026-03-24', seed: 46, queries: 30, open: twoShardsService });

import { QUERY_MUTANTS } from '../oracle/query-rows.js';
import { describeQueryRows } from './query-rows.js';
import { unmergedService } from './unmerged-service.js';

// A year before, a day fewer has passed than there are in a leap year.
describeQueryRows({
  zone: 'America/New_York',
  from: '2024-10-29',
  seed: 45,
  queries: 60,
  mutants: QUERY_MUTANTS,
  open: unmergedService,
});
describeQueryRows({ zone: 'Australia/Lord_Howe', from: '2026-03-31', seed: 43, queries: 20 });
describeQueryRows({ zone: 'Asia/Kathmandu', from: '2026-02-24', seed: 44, queries: 20 });

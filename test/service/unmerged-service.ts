import { type TestService, type TestServiceOptions, testService } from './test-service.js';

/** Every insert stays a part of its own: what merges would sum up must not matter. */
export const NEVER_MERGED = ['events', 'visits', 'daily_visitors'].map(
  (table) => `ALTER TABLE ${table}{{local}} MODIFY SETTING
  max_bytes_to_merge_at_min_space_in_pool = 1, max_bytes_to_merge_at_max_space_in_pool = 1`,
);

/** A service whose parts are never merged. */
export const unmergedService = (options: TestServiceOptions = {}): Promise<TestService> =>
  testService({ ...options, afterMigration: NEVER_MERGED });

import { afterAll, beforeAll } from 'vitest';
import { type ApiClient, apiClient } from './api-client.js';

import { DELETION_WEEKS } from './random-deletions.js';
import { describeRestoredHistory } from './restored-history.js';
import { type TestService, testService } from './test-service.js';

/** How often is deleted from each history: `npm run test:long -- --deletions 9` sets more. */
const DELETIONS = Number(process.env.DELETIONS ?? 3);

let service: TestService;
let owner: ApiClient;

beforeAll(async () => {
  service = await testService({ clock: Date.UTC(2026, 3, 20) });
  owner = await apiClient(service);
});

afterAll(() => service.close());

DELETION_WEEKS.forEach(([timezone, from], index) => {
  describeRestoredHistory(() => ({ service, owner }), { timezone, from, seed: 21 + index, deletions: DELETIONS });
});

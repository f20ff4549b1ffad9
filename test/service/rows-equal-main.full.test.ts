import { afterAll, beforeAll } from 'vitest';
import { type ApiClient, apiClient } from './api-client.js';
import { describeRowsOfHistory } from './rows-of-history.js';
import { type TestService, testService } from './test-service.js';

let service: TestService;
let owner: ApiClient;

beforeAll(async () => {
  service = await testService({ clock: Date.UTC(2026, 4, 1) });
  owner = await apiClient(service);
});

afterAll(() => service.close());

describeRowsOfHistory(() => ({ service, owner }), { zone: 'Asia/Kathmandu', from: '2026-02-26', seed: 501, count: 2 });

describeRowsOfHistory(() => ({ service, owner }), {
  zone: 'America/New_York',
  from: '2026-03-06',
  seed: 502,
  count: 2,
});

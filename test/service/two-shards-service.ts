import { CLUSTER, twoShards } from '../clickhouse/two-shards.js';
import type { ServerUsers } from '../sql/server-users.js';
import { type TestService, type TestServiceOptions, testService } from './test-service.js';

/** The whole service on a cluster of two shards. */
export async function twoShardsService(options: TestServiceOptions = {}, users?: ServerUsers): Promise<TestService> {
  const server = await twoShards(users);
  const environment = { ...options.environment, CLICKHOUSE_URL: server.url, CLICKHOUSE_CLUSTER: CLUSTER };
  const service = await testService({ ...options, environment });
  const { close } = service;
  return Object.assign(service, {
    close: async () => {
      await close();
      await server.close();
    },
  });
}

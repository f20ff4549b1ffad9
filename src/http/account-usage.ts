import { describeUsage, type Usage } from '../accounts/plan.js';
import { collectedPageviews } from '../stats/reports/usage.js';
import { utcMonth } from '../time/index.js';
import type { Services } from './services.js';

export async function accountUsage(services: Services, accountId: string): Promise<Usage> {
  const { clickhouse, reader, plan, now } = services;
  const at = now();
  const [pageviews, websites] = await Promise.all([
    collectedPageviews(clickhouse, accountId, utcMonth(at)),
    reader.count(accountId),
  ]);
  return describeUsage(plan, at, pageviews, websites);
}

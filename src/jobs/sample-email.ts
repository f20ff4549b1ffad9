import type { ClickHouse } from '../clickhouse/clickhouse.js';
import type { Email } from '../mail/mailer.js';
import { lastWeek } from '../time/index.js';
import type { Website } from '../websites/website.js';
import { type NoticeEmailDeps, noticeEmail } from './notice-email.js';
import { readWeeklySummary } from './read-weekly-summary.js';
import type { Topic } from './schedule.js';

export interface SampleEmailDeps extends NoticeEmailDeps {
  readonly clickhouse: ClickHouse;
}

/**
 * Renders the email about the last week or day that was over at `now`, in epoch milliseconds, whatever the settings and
 * rules say.
 */
export async function sampleEmail(
  deps: SampleEmailDeps,
  website: Website,
  topic: Topic,
  to: string,
  now: number,
): Promise<Email> {
  const content = await readWeeklySummary(deps.clickhouse, website, lastWeek(now, website.timezone), now);
  return noticeEmail(deps, website, { topic, kind: 'week', content }, to);
}

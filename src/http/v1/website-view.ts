import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { lastDays } from '../../stats/last-day.js';
import { CHART_THEMES } from '../../websites/settings.js';
import type { Website } from '../../websites/website.js';

const texts = z.array(z.string());
const instant = z.iso.datetime();

/** Section 2.5 of the specification, with all settable fields. */
export const websiteShape = z
  .object({
    id: z.uuid(),
    userId: z.string(),
    name: z.string(),
    domain: z.string(),
    timezone: z.string().describe('IANA name'),
    apiKey: z.string().describe('Tracking key'),
    favicon: z.string().nullable(),
    chartTheme: z.enum(CHART_THEMES),
    allowedDomains: texts,
    excludedIps: texts,
    excludedPaths: texts,
    excludedHostnames: texts,
    excludedCountries: texts,
    emailWeeklySummary: z.boolean(),
    emailTrafficSpike: z.boolean(),
    totalVisitors24h: z.number(),
    visitorsTimeline: z.array(z.object({ timestamp: instant, visitors: z.number() })),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Website' });

type WebsiteView = z.infer<typeof websiteShape>;

/** Websites as the interface shows them, with their last 24 hours. */
export async function viewsOf(
  clickhouse: ClickHouse,
  websites: readonly Website[],
  now: number,
): Promise<WebsiteView[]> {
  const days = await lastDays(
    clickhouse,
    websites.map(({ id }) => id),
    now,
  );
  return websites.map((website) => ({
    id: website.id,
    userId: website.accountId,
    name: website.name,
    domain: website.domain,
    timezone: website.timezone,
    apiKey: website.trackingKey,
    favicon: website.favicon,
    chartTheme: CHART_THEMES.find((theme) => theme === website.chartTheme) ?? 'default',
    allowedDomains: [...website.allowedDomains],
    excludedIps: [...website.excludedIps],
    excludedPaths: [...website.excludedPaths],
    excludedHostnames: [...website.excludedHostnames],
    excludedCountries: [...website.excludedCountries],
    emailWeeklySummary: website.emailWeeklySummary,
    emailTrafficSpike: website.emailTrafficSpike,
    totalVisitors24h: days.get(website.id)?.visitors ?? 0,
    visitorsTimeline: [...(days.get(website.id)?.timeline ?? [])],
    createdAt: website.createdAt.toISOString(),
    updatedAt: website.updatedAt.toISOString(),
  }));
}

export async function viewOf(clickhouse: ClickHouse, website: Website, now: number): Promise<WebsiteView> {
  const [view] = await viewsOf(clickhouse, [website], now);
  if (view === undefined) throw new Error('one website has one view');
  return view;
}

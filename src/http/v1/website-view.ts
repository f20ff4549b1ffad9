import { z } from 'zod';
import type { LastDay } from '../../stats/reports/last-day.js';
import { CHART_THEMES } from '../../websites/settings.js';
import type { Website } from '../../websites/website.js';

const texts = z.array(z.string());
const instant = z.iso.datetime();

/** docs/api-specification.md, section 2.5, with all settable fields. */
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

/** Returns a website as the interface shows it, with its last 24 hours. */
export const viewOf = (website: Website, { visitors, timeline }: LastDay): WebsiteView => ({
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
  totalVisitors24h: visitors,
  visitorsTimeline: [...timeline],
  createdAt: website.createdAt.toISOString(),
  updatedAt: website.updatedAt.toISOString(),
});

import { z } from 'zod';
import type { Problem } from '../../lib/errors.js';
import type { LastDay } from '../../stats/reports/last-day.js';
import { settingEntries, type UnspecifiedSetting } from '../../websites/setting-table.js';
import { CHART_THEMES } from '../../websites/settings.js';
import type { Website } from '../../websites/website.js';

const texts = z.array(z.string());
const instant = z.iso.datetime();

const WITHOUT_SMTP = 'Nothing is sent where the installation has no mail server (`SMTP_URL`)';
const WEEKLY = `Whether the owner gets a summary of each week by email, on Mondays at 8:00 of the time zone. ${WITHOUT_SMTP}`;
const ALERTS = `Whether the owner gets an email about far more visitors than usual, and about silent tracking. ${WITHOUT_SMTP}`;

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
    emailWeeklySummary: z.boolean().describe(WEEKLY),
    emailTrafficSpike: z.boolean().describe(ALERTS),
    totalVisitors24h: z.number(),
    visitorsTimeline: z.array(z.object({ timestamp: instant, visitors: z.number() })),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Website' });

type WebsiteView = z.infer<typeof websiteShape>;

export const toWebsiteView = (website: Website, { visitors, timeline }: LastDay): WebsiteView => ({
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

const readOnly = <Schema extends z.ZodType>(schema: Schema) =>
  schema.optional().meta({ readOnly: true, description: 'Read-only' });

/** Never changed by a request. */
const fixedFields = {
  id: readOnly(z.string()),
  userId: readOnly(z.string()),
  apiKey: readOnly(z.string()),
  createdAt: readOnly(z.string()),
  updatedAt: readOnly(z.string()),
} as const;

/** Fields of a response that cannot be set. A change accepts them, so that a response can be edited and sent back. */
export const readOnlyFields = {
  ...fixedFields,
  totalVisitors24h: readOnly(z.number()),
  visitorsTimeline: readOnly(z.array(z.unknown()).max(24)),
} as const;

type ReadOnlyFields = { readonly [Field in keyof typeof readOnlyFields]?: unknown };

/**
 * Names every read-only field with a changed value. The figures of the last day are not compared, because they may have
 * changed since the client read them. Values of other types are the schema's to refuse.
 */
export function changedFields(body: Readonly<Record<string, unknown>>, website: Website): readonly Problem[] {
  const present = toWebsiteView(website, { visitors: 0, timeline: [] });
  return (Object.keys(fixedFields) as (keyof typeof fixedFields)[])
    .filter((field) => typeof body[field] === 'string' && body[field] !== present[field])
    .map((field) => ({ field, message: 'cannot be changed' }));
}

/** Drops read-only fields. */
export function settable<Body extends ReadOnlyFields>(body: Body): Omit<Body, keyof ReadOnlyFields> {
  const settings = Object.entries(body).filter(([field]) => !Object.hasOwn(readOnlyFields, field));
  return Object.fromEntries(settings) as Omit<Body, keyof ReadOnlyFields>;
}

/** Returns a schema of settings without those that the specification leaves out. */
export function specified<Shape extends z.ZodRawShape, Rest extends z.core.$ZodObjectConfig>(
  schema: z.ZodObject<Shape, Rest>,
): z.ZodObject<Omit<Shape, UnspecifiedSetting>, Rest> {
  const left = settingEntries.flatMap(([name, { isUnspecified }]) =>
    isUnspecified && Object.hasOwn(schema.shape, name) ? [[name, true] as const] : [],
  );
  return schema.omit(Object.fromEntries(left) as never) as never;
}

import type { Website } from '../../src/websites/website.js';

/** A website that is in no database. */
export const sampleWebsite = (timezone = 'UTC'): Website => ({
  id: '00000000-0000-4000-8000-000000000001',
  accountId: '00000000-0000-4000-8000-000000000002',
  name: 'Shop',
  domain: 'example.com',
  timezone,
  trackingKey: 'key',
  favicon: null,
  chartTheme: 'default',
  allowedDomains: [],
  excludedIps: [],
  excludedPaths: [],
  excludedHostnames: [],
  excludedCountries: [],
  excludeHosting: false,
  emailWeeklySummary: false,
  emailTrafficSpike: false,
  retentionMonths: null,
  countGeneration: 1,
  countState: 'complete',
  createdAt: new Date(0),
  updatedAt: new Date(0),
});

import type { Website } from '../../src/websites/website.js';

/** A website as PostgreSQL has it, with every setting at its default. */
export const sampleWebsite = (changes: Partial<Website> = {}): Website => ({
  id: 'a2b0a1c6-58f3-4d2e-9a77-0f8e5a3f2b10',
  accountId: 'b7f9a54e-3c1d-4f60-8d55-6f0b7c9e1d22',
  name: 'Hedgehogs',
  domain: 'example.com',
  timezone: 'UTC',
  trackingKey: 'site_hedgehogs',
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
  ...changes,
});

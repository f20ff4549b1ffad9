import { credentialEmail } from '../../../src/notifications/mail/credential-emails.js';
import { verificationEmail } from '../../../src/notifications/mail/emails.js';
import type { Email } from '../../../src/notifications/mail/mailer.js';
import type { WeeklySummary } from '../../../src/notifications/mail/notice-content.js';
import { silenceEmail, spikeEmail } from '../../../src/notifications/mail/traffic-alert.js';
import { weeklySummaryEmail } from '../../../src/notifications/mail/weekly-summary.js';

const TO = 'ada@example.com';

export const WEBSITE = {
  id: '6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01',
  name: 'Shop',
  domain: 'example.com',
  timezone: 'Europe/Berlin',
};

const LINKS = {
  baseUrl: 'https://stats.example',
  unsubscribeUrl: `https://stats.example/unsubscribe/${'x'.repeat(200)}`,
};

const figure = (now: number, before: number) => ({
  now,
  before,
  change: Math.round((now / before - 1) * 10_000) / 100,
});

const rows = (...names: readonly string[]) =>
  names.map((name, index) => ({ name, value: Math.round(1800 / (index + 1)), percentage: 40 / (index + 1) }));

const VISITORS = [612, 655, 701, 688, 590, 344, 370];
const BEFORE = [540, 560, 0, 602, 577, 351, 322];

export const WEEK: WeeklySummary = {
  from: '2026-03-23',
  to: '2026-03-29',
  visitors: figure(3_412, 2_650),
  visits: figure(4_120, 3_300),
  pageviews: figure(12_904, 13_201),
  bounceRate: figure(0.4512, 0.4101),
  durationSeconds: figure(134, 121),
  days: VISITORS.map((visitors, index) => ({ date: `2026-03-${23 + index}`, visitors, before: BEFORE[index]! })),
  pages: rows('/', '/pricing', '/blog/how-we-count-visitors', `/${'very-long-path-'.repeat(30)}`, '/about'),
  sources: rows('Google', 'Direct', 'Hacker News', 'newsletter', 'chatgpt.com'),
  countries: rows('Germany', 'United States', 'France', 'Austria', 'Switzerland'),
  outboundLinks: rows('https://partner.example/a', 'https://github.com/example/example'),
  campaigns: rows('?utm_source=newsletter&utm_medium=email&utm_campaign=Spring'),
  customEvents: rows('signup', 'download'),
  dropped: null,
};

export const QUIET_WEEK: WeeklySummary = {
  ...WEEK,
  visitors: { now: 0, before: 12, change: -100 },
  dropped: { reason: 'a foreign host', events: 1_204 },
};

const ofGoal = (each: WeeklySummary['pages']) => each.map((row) => ({ ...row, visitors: row.value * 7, rate: 1 / 7 }));

const GOAL_WEEK: WeeklySummary = {
  ...WEEK,
  view: WEBSITE.id,
  goal: { id: WEBSITE.id, name: 'Sign-up', conversions: figure(412, 365), rate: figure(0.1207, 0.1377) },
  comparison: { mode: 'year', matchWeekday: false },
  pages: ofGoal(WEEK.pages),
  sources: ofGoal(WEEK.sources),
  countries: ofGoal(WEEK.countries),
  outboundLinks: ofGoal(WEEK.outboundLinks),
  campaigns: ofGoal(WEEK.campaigns),
  customEvents: ofGoal(WEEK.customEvents),
};

/** One email of each kind, with long and hostile names. */
export const sampleEmails = async (): Promise<Readonly<Record<string, Email>>> => ({
  week: await weeklySummaryEmail(TO, { website: WEBSITE, summary: WEEK, links: LINKS }),
  'goal-week': await weeklySummaryEmail(TO, { website: WEBSITE, summary: GOAL_WEEK, links: LINKS }),
  'quiet-week': await weeklySummaryEmail(TO, { website: WEBSITE, summary: QUIET_WEEK, links: LINKS }),
  spike: spikeEmail(
    TO,
    { ...WEBSITE, name: `<b>"${'W'.repeat(97)}` },
    {
      start: Date.UTC(2026, 2, 31, 11, 30),
      end: Date.UTC(2026, 2, 31, 12),
      visitors: 1_240,
      usual: 41,
      times: 30.2,
      pages: WEEK.pages,
      sources: WEEK.sources,
    },
    LINKS,
  ),
  silence: silenceEmail(
    TO,
    WEBSITE,
    { since: Date.UTC(2026, 2, 31, 9), until: Date.UTC(2026, 2, 31, 12), expected: 122, dropped: QUIET_WEEK.dropped },
    LINKS,
  ),
  verification: verificationEmail({ to: TO, link: `https://stats.example/verify-email/${'x'.repeat(43)}` }),
  credential: credentialEmail({
    to: TO,
    change: 'password-changed',
    account: TO,
    at: new Date('2026-03-29T00:59:40Z'),
    browser: 'Firefox on Linux',
    baseUrl: 'https://stats.example',
  }),
});

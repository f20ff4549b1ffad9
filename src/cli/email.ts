import { findAccount } from '../accounts/accounts.js';
import { emailShape } from '../accounts/create-account.js';
import type { Config } from '../app/config.js';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { listDefinitions } from '../definitions/definitions.js';
import { findKind } from '../definitions/kinds.js';
import { readSavedFilters } from '../definitions/saved-filters.js';
import { AppError, invalid } from '../lib/errors.js';
import { inLanguage } from '../lib/language/language.js';
import { valid } from '../lib/validation.js';
import { emailLanguage } from '../notifications/email-language.js';
import { unsubscribeLinks } from '../notifications/email-links.js';
import type { SummaryView } from '../notifications/emailed-views.js';
import { type Email, withImages } from '../notifications/mail/mailer.js';
import { openMailer } from '../notifications/mail/open.js';
import { sampleEmail } from '../notifications/sample-email.js';
import { isTopic, type Topic } from '../notifications/topics.js';
import type { Database } from '../postgres/postgres.js';
import { resolveSaved } from '../stats/filter-values.js';
import type { SavedFilter } from '../stats/filters.js';
import { startOfLocalDay } from '../time/index.js';
import { administration } from './administration.js';
import { commandGroup } from './command.js';
import { configuration } from './configuration.js';
import { findDefinition } from './find-definition.js';
import { findWebsiteByIdOrDomain } from './find-website.js';
import { nameOptions } from './name-options.js';
import { withEngines } from './with-engines.js';

const args = {
  topic: { type: 'positional', required: true, description: 'weekly-summary or traffic-alert' },
  website: { type: 'string', required: true, description: "The website's ID, or its domain" },
  date: {
    type: 'string',
    description: 'About the week or day that ends before this local day, YYYY-MM-DD (default: now)',
  },
  to: { type: 'string', description: 'The recipient (default: the owner of the website)' },
  goal: { type: 'string', description: 'ID or name of a goal: the weekly summary of its conversions' },
  segment: { type: 'string', description: 'ID or name of a segment that the weekly summary is limited to' },
  compare: { type: 'string', description: 'What the week is compared with: previous or year (default: previous)' },
} as const;

interface EmailArgs {
  readonly topic: string;
  readonly website: string;
  readonly date: string | undefined;
  readonly to: string | undefined;
  readonly goal: string | undefined;
  readonly segment: string | undefined;
  readonly compare: string | undefined;
}

/** Of the weekly summary. */
const VIEW_OPTIONS = ['goal', 'segment', 'compare'] as const;

/** Regardless of the settings. */
function render(config: Config, { topic, website: idOrDomain, date, to, ...named }: EmailArgs): Promise<Email> {
  if (!isTopic(topic)) throw invalid('the email: must be weekly-summary or traffic-alert');
  const viewOption = VIEW_OPTIONS.find((name) => named[name] !== undefined);
  if (topic !== 'weekly-summary' && viewOption !== undefined) throw invalid(`--${viewOption}: only for weekly-summary`);
  const recipient = to === undefined ? undefined : valid(emailShape, to, '--to');
  return withEngines(config, async ({ clickhouse, postgres: { db } }, secret) => {
    const website = await findWebsiteByIdOrDomain(db, idOrDomain);
    const owner = await findAccount(db, website.accountId);
    const now = date === undefined ? Date.now() : parseDate(date, website.timezone);
    const baseUrl = config.baseUrl ?? `http://localhost:${config.port}`;
    const deps = { clickhouse, baseUrl, links: unsubscribeLinks(secret, baseUrl) };
    const to = recipient ?? owner?.email ?? '';
    const view = topic === 'weekly-summary' ? await readSummaryView({ clickhouse, db }, website.id, named) : undefined;
    return inLanguage(emailLanguage(owner?.language), () =>
      sampleEmail(deps, website, topic satisfies Topic, to, now, view),
    );
  });
}

/** With stored values. */
async function readSummaryView(
  { clickhouse, db }: { readonly clickhouse: ClickHouse; readonly db: Database },
  websiteId: string,
  { goal, segment, compare = 'previous' }: Pick<EmailArgs, (typeof VIEW_OPTIONS)[number]>,
): Promise<SummaryView> {
  if (compare !== 'previous' && compare !== 'year') throw invalid('--compare: must be previous or year');
  const usable = await readSavedFilters(db, websiteId);
  const find = async (name: 'goal' | 'segment', saved: readonly SavedFilter[], named: string | undefined) => {
    if (named === undefined) return undefined;
    const kind = findKind(name);
    const { id } = findDefinition(kind, await listDefinitions(db, kind, websiteId), named);
    const found = saved.find((each) => each.id === id);
    if (found === undefined) throw invalid(`--${name}: is not valid any more: change it, or delete it`);
    return resolveSaved(clickhouse, websiteId, found);
  };
  return {
    goal: await find('goal', usable.goals, goal),
    segment: await find('segment', usable.segments, segment),
    comparison: { mode: compare, matchWeekday: false },
  };
}

function parseDate(date: string, zone: string): number {
  try {
    return startOfLocalDay(date, zone);
  } catch (error) {
    return nameOptions()(error);
  }
}

const preview = administration({
  name: 'email preview',
  description: 'Render an email about a website: its text, or its HTML',
  args: { ...args, html: { type: 'boolean', description: 'Print the HTML, for a browser' } },
  run: async ({ html, ...args }) => {
    const email = await render(configuration(), args);
    const { to, subject, text } = email;
    return {
      data: { to, subject, text, html: withImages(email) },
      lines: html ? [withImages(email)] : [`To: ${to}`, `Subject: ${subject}`, '', text],
    };
  },
});

const send = administration({
  name: 'email send',
  description: 'Send an email about a website now, whatever its settings',
  args,
  run: async (args) => {
    const config = configuration();
    if (config.mail === undefined) throw invalid('SMTP_URL: is not set, so no email can be sent');
    const email = await render(config, args);
    try {
      await openMailer(config.mail, { warn: () => undefined }).send(email);
    } catch (error) {
      // The server's message may quote the URL in SMTP_URL, including its password.
      throw new AppError('unavailable', ['the mail server did not take the email'], undefined, error);
    }
    return { data: { to: email.to, subject: email.subject }, lines: [`Sent to ${email.to}: ${email.subject}`] };
  },
});

export const email = commandGroup('email', 'Emails about a website', { preview, send });

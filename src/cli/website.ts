import { invalid } from '../lib/errors.js';
import type { Database } from '../postgres/postgres.js';
import { updateWebsite } from '../websites/change-website.js';
import { createWebsite } from '../websites/create-website.js';
import { listWebsites } from '../websites/find-website.js';
import { type NewWebsite, newWebsite } from '../websites/settings.js';
import type { Website, WebsiteStore } from '../websites/website.js';
import { administration } from './administration.js';
import { commandGroup } from './command.js';
import { configuration } from './configuration.js';
import { findAccount } from './find-account.js';
import { findWebsiteByIdOrDomain } from './find-website.js';
import { table } from './table.js';
import { withPostgres } from './with-engines.js';

type CommandLineSettings = Pick<NewWebsite, 'name' | 'domain' | 'timezone' | 'excludeHosting'>;

const account = { type: 'string', required: true, description: "The account's email address" } as const;
const excludeHosting = { type: 'boolean', description: 'Do not count events from hosting providers' } as const;

const create = administration({
  name: 'website create',
  description: 'Add a website to an account',
  args: {
    account,
    name: { type: 'string', required: true, description: 'Name to show' },
    domain: { type: 'string', required: true, description: 'Domain to track, such as example.com' },
    timezone: {
      type: 'string',
      required: true,
      description: 'IANA time zone of its statistics, such as Europe/Berlin',
    },
    'exclude-hosting': excludeHosting,
  },
  run: ({ account: email, 'exclude-hosting': excludesHosting, ...settings }) => {
    const config = configuration();
    return withPostgres(config, async ({ db }) => {
      const { id } = await findAccount(db, email);
      const given = checked({ ...settings, excludeHosting: excludesHosting });
      const website = await createWebsite(openWebsiteStore(db), id, given, config.plan, Date.now());
      return {
        data: website,
        lines: [
          `Website ${website.name} is there`,
          `ID            ${website.id}`,
          `Tracking key  ${website.trackingKey}`,
          ...(website.excludeHosting ? [hostingLine(website)] : []),
        ],
      };
    });
  },
});

const update = administration({
  name: 'website update',
  description: 'Change settings of a website',
  args: {
    website: { type: 'positional', required: true, description: "The website's ID, or its domain" },
    'exclude-hosting': { ...excludeHosting, negativeDescription: 'Count it again' },
  },
  run: ({ website: idOrDomain, 'exclude-hosting': excludesHosting }) => {
    if (excludesHosting === undefined) throw invalid('--exclude-hosting or --no-exclude-hosting: is required');
    return withPostgres(configuration(), async ({ db }) => {
      const found = await findWebsiteByIdOrDomain(db, idOrDomain);
      const website = await updateWebsite(openWebsiteStore(db), found, { excludeHosting: excludesHosting }, Date.now());
      return { data: website, lines: [`Website ${website.name} is changed`, hostingLine(website)] };
    });
  },
});

const list = administration({
  name: 'website list',
  description: "List an account's websites, the oldest first",
  args: { account },
  run: ({ account: email }) =>
    withPostgres(configuration(), async ({ db }) => {
      const { id } = await findAccount(db, email);
      const websites = await listWebsites(db, id);
      const rows = websites.map(({ id, name, domain, timezone, trackingKey }) => [
        id,
        name,
        domain,
        timezone,
        trackingKey,
      ]);
      return { data: websites, lines: table(['ID', 'NAME', 'DOMAIN', 'TIME ZONE', 'TRACKING KEY'], rows) };
    }),
});

/** Returns a store without a cache: PostgreSQL notifies other processes, and this one looks nothing up. */
const openWebsiteStore = (db: Database): WebsiteStore => ({ db, refresh: async () => {} });

const hostingLine = (website: Website): string =>
  `Events from hosting providers are ${website.excludeHosting ? 'not counted' : 'counted'}`;

/** Validates with the same rules as over HTTP. Throws AppError `invalid` that names every wrong option. */
function checked({ name, domain, timezone, excludeHosting }: CommandLineSettings): NewWebsite {
  const parsed = newWebsite.safeParse({ name, domain, timezone, excludeHosting });
  if (parsed.success) return parsed.data;
  throw invalid(...parsed.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`));
}

export const website = commandGroup('website', 'Websites of an account', { create, update, list });

import { invalid } from '../errors.js';
import { createWebsite } from '../websites/create-website.js';
import { listWebsites } from '../websites/list-websites.js';
import { type NewWebsite, newWebsite } from '../websites/settings.js';
import { accountOf } from './account-of.js';
import { administration } from './administration.js';
import { commandGroup } from './command.js';
import { configuration } from './configuration.js';
import { table } from './table.js';
import { withEngines } from './with-engines.js';

const account = { type: 'string', required: true, description: "The account's e-mail address" } as const;

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
  },
  run: ({ account: email, ...settings }) => {
    const config = configuration();
    return withEngines(config, async ({ postgres: { db } }) => {
      const { id } = await accountOf(db, email);
      // Other processes are told by PostgreSQL, and this one looks nothing up.
      const store = { db, refresh: async () => {} };
      const website = await createWebsite(store, id, checked(settings), config.plan, Date.now());
      return {
        data: website,
        lines: [
          `Website ${website.name} is there`,
          `ID            ${website.id}`,
          `Tracking key  ${website.trackingKey}`,
        ],
      };
    });
  },
});

const list = administration({
  name: 'website list',
  description: "List an account's websites, the oldest first",
  args: { account },
  run: ({ account: email }) =>
    withEngines(configuration(), async ({ postgres: { db } }) => {
      const { id } = await accountOf(db, email);
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

/** The same rules as over HTTP. Throws Fault `invalid` that names every wrong option. */
function checked({ name, domain, timezone }: Pick<NewWebsite, 'name' | 'domain' | 'timezone'>): NewWebsite {
  const parsed = newWebsite.safeParse({ name, domain, timezone });
  if (parsed.success) return parsed.data;
  throw invalid(...parsed.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`));
}

export const website = commandGroup('website', 'Websites of an account', { create, list });

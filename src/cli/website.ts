import { z } from 'zod';
import { invalid } from '../lib/errors.js';
import type { Database } from '../postgres/postgres.js';
import { localDate } from '../time/index.js';
import { updateWebsite } from '../websites/change-website.js';
import { createWebsite } from '../websites/create-website.js';
import { parseMonths, startOfRetention } from '../websites/retention.js';
import { type Setting, type SettingName, settingEntries, settings } from '../websites/setting-table.js';
import { type NewWebsite, newWebsite, type WebsitePatch, websitePatch } from '../websites/settings.js';
import type { Website, WebsiteStore } from '../websites/website.js';
import { administration } from './administration.js';
import { commandGroup } from './command.js';
import { configuration } from './configuration.js';
import { confirmLoss, yes } from './confirm.js';
import { accountNotFound, findAccount } from './find-account.js';
import { findWebsiteByIdOrDomain } from './find-website.js';
import { queryPostgres } from './query-postgres.js';
import { table } from './table.js';
import { withPostgres } from './with-engines.js';

type CommandLineSettings = Pick<NewWebsite, 'name' | 'domain' | 'timezone' | 'excludeHosting'>;

const account = { type: 'string', required: true, description: "The account's email address" } as const;

const create = administration({
  name: 'website create',
  description: 'Add a website to an account',
  args: {
    account,
    name: { type: 'string', required: true, description: settings.name.option.help },
    domain: { type: 'string', required: true, description: settings.domain.option.help },
    timezone: { type: 'string', required: true, description: settings.timezone.option.help },
    'exclude-hosting': { type: 'boolean', description: settings.excludeHosting.option.help },
  },
  run: ({ account: email, 'exclude-hosting': excludesHosting, ...settings }) => {
    const config = configuration();
    return withPostgres(config, async ({ db }) => {
      const { id } = await findAccount(db, email);
      const checkedSettings = checked({ ...settings, excludeHosting: excludesHosting });
      const website = await createWebsite(openWebsiteStore(db), id, checkedSettings, config.plan, Date.now());
      return {
        data: website,
        lines: [
          `Created website ${website.name}`,
          `ID            ${website.id}`,
          `Tracking key  ${website.trackingKey}`,
          ...(website.excludeHosting ? [hostingLine(website)] : []),
        ],
      };
    });
  },
});

/** By option of `website update`. */
const byOption = new Map(
  settingEntries.flatMap(([name, { option, kind }]) =>
    option === undefined ? [] : [[option.name, { ...option, name, kind }] as const],
  ),
);

const settingOptions = Object.fromEntries(
  [...byOption].map(([option, { kind, help: description, negative: negativeDescription }]) => [
    option,
    kind === 'flag'
      ? ({ type: 'boolean', description, negativeDescription } as const)
      : ({ type: 'string', description } as const),
  ]),
);

const update = administration({
  name: 'website update',
  description: 'Change the name, domain, time zone, theme, allowed domains, exclusions or retention of a website',
  args: {
    website: { type: 'positional', required: true, description: 'ID or domain of the website' },
    ...settingOptions,
    yes,
  },
  run: ({ website: idOrDomain, yes, ...options }) => {
    const patch = checkedPatch(options);
    const config = configuration();
    return withPostgres(config, async ({ db }) => {
      const found = await findWebsiteByIdOrDomain(db, idOrDomain);
      const loss = describeLoss(found, patch.retentionMonths, config.retentionMonths);
      if (loss !== undefined) await confirmLoss(loss, yes);
      const website = await updateWebsite(openWebsiteStore(db), found, patch, Date.now());
      return { data: website, lines: [`Updated website ${website.name}`] };
    });
  },
});

/** The data that a new retention would delete; undefined for none. */
function describeLoss(
  website: Website,
  retentionMonths: number | null | undefined,
  installationMonths: number | undefined,
): string | undefined {
  if (retentionMonths === undefined) return undefined;
  const [former = 0, start] = [website, { ...website, retentionMonths }].map((each) =>
    startOfRetention(each, installationMonths, Date.now()),
  );
  if (start === undefined || start <= former) return undefined;
  const day = localDate(start, website.timezone);
  return `All events of ${website.domain} before ${day} will be deleted tonight, and cannot be restored.`;
}

/** Uses the API's rules. Throws AppError `invalid` that names every wrong option. */
function checkedPatch(options: Readonly<Record<string, unknown>>): WebsitePatch {
  const chosen = [...byOption].filter(([option]) => options[option] !== undefined);
  if (chosen.length === 0) throw invalid('nothing to change; see --help for the settings');
  const parsed = websitePatch.safeParse(
    Object.fromEntries(chosen.map(([option, { name, kind }]) => [name, toSetting(name, kind, options[option])])),
  );
  if (parsed.success) return parsed.data;
  throw invalid(
    ...parsed.error.issues.map(({ path: [setting], message }) => {
      const option = chosen.find(([, { name }]) => name === setting)?.[0];
      return { field: `--${option}`, message };
    }),
  );
}

function toSetting(name: SettingName, kind: Setting['kind'], value: unknown): unknown {
  if (name === 'retentionMonths') return value === 'none' ? null : parseMonths(String(value));
  return kind === 'list' || kind === 'hosts' ? entries(value) : value;
}

const entries = (text: unknown): readonly string[] =>
  String(text)
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

const listedWebsites = z.array(
  z.looseObject({
    id: z.string(),
    name: z.string(),
    domain: z.string(),
    timezone: z.string(),
    trackingKey: z.string(),
  }),
);

const list = administration({
  name: 'website list',
  description: "List an account's websites, oldest first",
  args: { account },
  run: async ({ account: email }) => {
    const found = await queryPostgres(configuration(), `/accounts/${encodeURIComponent(email)}/websites`);
    if (found === undefined) throw accountNotFound(email);
    const websites = listedWebsites.parse(found);
    const rows = websites.map(({ id, name, domain, timezone, trackingKey }) => [
      id,
      name,
      domain,
      timezone,
      trackingKey,
    ]);
    return { data: websites, lines: table(['ID', 'NAME', 'DOMAIN', 'TIME ZONE', 'TRACKING KEY'], rows) };
  },
});

/** Needs no cache: PostgreSQL notifies other processes, and this one looks nothing up. */
const openWebsiteStore = (db: Database): WebsiteStore => ({ db, refresh: async () => {} });

const hostingLine = (website: Website): string =>
  `Data-center traffic is ${website.excludeHosting ? 'excluded' : 'included'}`;

/** Uses the API's rules. Throws AppError `invalid` that names every wrong option. */
function checked({ name, domain, timezone, excludeHosting }: CommandLineSettings): NewWebsite {
  const parsed = newWebsite.safeParse({ name, domain, timezone, excludeHosting });
  if (parsed.success) return parsed.data;
  throw invalid(...parsed.error.issues.map(({ path, message }) => ({ field: `--${path.join('.')}`, message })));
}

export const website = commandGroup('website', 'Manage websites', { create, update, list });

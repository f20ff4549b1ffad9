import { z } from 'zod';
import { invalid } from '../lib/errors.js';
import type { Database } from '../postgres/postgres.js';
import { localDate } from '../time/index.js';
import { updateWebsite } from '../websites/change-website.js';
import { createWebsite } from '../websites/create-website.js';
import { parseMonths, startOfRetention } from '../websites/retention.js';
import { type Setting, type SettingName, settingEntries } from '../websites/setting-table.js';
import { newWebsite, websitePatch } from '../websites/settings.js';
import type { Website, WebsiteStore } from '../websites/website.js';
import { administration } from './administration.js';
import { commandGroup } from './command.js';
import { configuration } from './configuration.js';
import { confirmLoss, yes } from './confirm.js';
import { asList } from './field-options.js';
import { accountNotFound, findAccount } from './find-account.js';
import { findWebsiteByIdOrDomain } from './find-website.js';
import { listing } from './listing.js';
import { checkOptions } from './name-options.js';
import { queryPostgres } from './query-postgres.js';
import { withPostgres } from './with-engines.js';

const account = { type: 'string', required: true, description: "The account's email address" } as const;

type SettingSchema = typeof newWebsite | typeof websitePatch;

/** Settings of the schema that have an option. */
const findOptions = ({ shape }: SettingSchema) =>
  settingEntries.flatMap(([name, { option, kind }]) => {
    const rule: z.ZodType | undefined = name in shape ? shape[name as keyof typeof shape] : undefined;
    return option === undefined || rule === undefined ? [] : [{ name, kind, option, required: !rule.isOptional() }];
  });

const settingOptions = (schema: SettingSchema) =>
  Object.fromEntries(
    findOptions(schema).map(({ kind, required, option: { name, help: description, negative } }) => [
      name,
      kind === 'flag'
        ? ({ type: 'boolean', description, negativeDescription: negative } as const)
        : ({ type: 'string', description, required } as const),
    ]),
  );

const create = administration({
  name: 'website create',
  description: 'Add a website to an account',
  args: { account, ...settingOptions(newWebsite) },
  run: ({ account: email, ...options }) => {
    const config = configuration();
    const settings = checkOptions(newWebsite, ...readOptions(newWebsite, options));
    return withPostgres(config, async ({ db }) => {
      const { id } = await findAccount(db, email);
      const website = await createWebsite(openWebsiteStore(db), id, settings, config.plan, Date.now());
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

const update = administration({
  name: 'website update',
  description: 'Change settings of a website. A list replaces the current one',
  args: {
    website: { type: 'positional', required: true, description: 'ID or domain of the website' },
    ...settingOptions(websitePatch),
    yes,
  },
  run: ({ website: idOrDomain, yes, ...options }) => {
    const patch = checkOptions(websitePatch, ...readOptions(websitePatch, options));
    if (Object.keys(patch).length === 0) throw invalid('nothing to change; see --help for the settings');
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

/** Returns the settings of a command by name, and the options that they come from. */
function readOptions(schema: SettingSchema, values: Readonly<Record<string, unknown>>) {
  const given = findOptions(schema).filter(({ option }) => values[option.name] !== undefined);
  return [
    Object.fromEntries(given.map(({ name, kind, option }) => [name, toSetting(name, kind, values[option.name])])),
    given.map(({ name, option }) => ({ field: name, option: `--${option.name}` })),
  ] as const;
}

function toSetting(name: SettingName, kind: Setting['kind'], value: unknown): unknown {
  if (name === 'retentionMonths') return value === 'none' ? null : parseMonths(String(value));
  return kind === 'list' || kind === 'hosts' ? asList(String(value)) : value;
}

const listedWebsites = z.array(
  z.looseObject({
    id: z.string(),
    name: z.string(),
    domain: z.string(),
    timezone: z.string(),
    trackingKey: z.string(),
  }),
);

const list = listing({
  name: 'website list',
  description: "List an account's websites, oldest first",
  args: { account },
  run: async ({ account: email }) => {
    const found = await queryPostgres(configuration(), `/accounts/${encodeURIComponent(email)}/websites`);
    if (found === undefined) throw accountNotFound(email);
    const websites = listedWebsites.parse(found);
    const columns = ['id', 'name', 'domain', { field: 'timezone', heading: 'TIME ZONE' }, 'trackingKey'];
    return { data: websites, columns, rows: websites };
  },
});

/** Needs no cache: PostgreSQL notifies other processes, and this one looks nothing up. */
const openWebsiteStore = (db: Database): WebsiteStore => ({ db, refresh: async () => {} });

const hostingLine = (website: Website): string =>
  `Data-center traffic is ${website.excludeHosting ? 'excluded' : 'included'}`;

export const website = commandGroup('website', 'Manage websites', { create, update, list });

import type { Text } from '../lib/language/translate.js';
import { CHART_THEMES, type WebsitePatch } from './settings.js';

export type SettingSection = 'general' | 'domains' | 'exclusions' | 'appearance';

/**
 * How the settings pages, in the language of the request, and `footfall website` show a setting. Its rules are in
 * {@link WebsitePatch}'s schema.
 */
export interface Setting {
  /** `hosts` is a list of hosts, shown in Unicode. `own` has its own field on the page. */
  readonly kind: 'line' | 'list' | 'hosts' | 'flag' | 'own';
  /** Decides on which tab it is. Undefined for a setting on another page. */
  readonly section?: SettingSection;
  readonly label: Text;
  /** Name within a sentence. */
  readonly called: Text;
  readonly hint?: Text;
  readonly placeholder?: string;
  /** Option of the command line. */
  readonly option?: { readonly name: string; readonly help: string; readonly negative?: string };
  /** Whether it decides which events count. Its changes are noted. */
  readonly selectsEvents?: boolean;
  /** Whether the specification leaves it out of the API's websites. */
  readonly isUnspecified?: boolean;
}

/** In the order of the settings page. */
export const settings = {
  name: {
    kind: 'line',
    section: 'general',
    label: 'Name',
    called: 'name',
    option: { name: 'name', help: 'Display name' },
  },
  domain: {
    kind: 'line',
    selectsEvents: true,
    section: 'general',
    label: 'Domain',
    called: 'domain',
    hint: 'Subdomains are included.',
    option: { name: 'domain', help: 'Domain, such as example.com' },
  },
  timezone: {
    kind: 'own',
    section: 'general',
    label: 'Time zone',
    called: 'time zone',
    option: { name: 'timezone', help: 'IANA time zone of its reports, such as Europe/Berlin' },
  },
  allowedDomains: {
    kind: 'hosts',
    selectsEvents: true,
    section: 'domains',
    label: 'Other domains',
    called: 'allowed domains',
    hint: 'One per line, up to 10. *.example.com matches any subdomain of example.com.',
    placeholder: 'shop.example',
    option: { name: 'allowed-domains', help: 'Other allowed domains (comma-separated)' },
  },
  excludedIps: {
    kind: 'list',
    selectsEvents: true,
    section: 'exclusions',
    label: 'IP addresses',
    called: 'excluded IP addresses',
    hint: 'One per line: IPv4 or IPv6 addresses or CIDR ranges.',
    placeholder: '203.0.113.0/24',
    option: { name: 'excluded-ips', help: 'Excluded IP addresses or CIDR ranges (comma-separated)' },
  },
  excludedPaths: {
    kind: 'list',
    selectsEvents: true,
    section: 'exclusions',
    label: 'Pages',
    called: 'excluded pages',
    hint: 'One path per line. * matches any characters.',
    placeholder: '/admin/*',
    option: { name: 'excluded-paths', help: 'Excluded paths, such as /admin/* (comma-separated)' },
  },
  excludedHostnames: {
    kind: 'hosts',
    selectsEvents: true,
    section: 'exclusions',
    label: 'Hostnames',
    called: 'excluded hostnames',
    hint: 'One per line. *.example.com matches any subdomain of example.com.',
    placeholder: 'staging.example.com',
    option: { name: 'excluded-hostnames', help: 'Excluded hostnames (comma-separated)' },
  },
  excludedCountries: {
    kind: 'list',
    selectsEvents: true,
    section: 'exclusions',
    label: 'Countries',
    called: 'excluded countries',
    hint: 'One two-letter country code (ISO 3166-1) per line.',
    placeholder: 'DE',
    option: { name: 'excluded-countries', help: 'Excluded two-letter country codes (comma-separated)' },
  },
  excludeHosting: {
    kind: 'flag',
    selectsEvents: true,
    section: 'exclusions',
    label: 'Exclude data-center traffic',
    called: 'exclusion of data-center traffic',
    hint: 'Mostly bots, but also some people behind a VPN.',
    option: {
      name: 'exclude-hosting',
      help: 'Exclude data-center traffic, mostly bots',
      negative: 'Include data-center traffic',
    },
    isUnspecified: true,
  },
  favicon: {
    kind: 'own',
    section: 'appearance',
    label: 'Icon URL',
    called: 'icon URL',
  },
  chartTheme: {
    kind: 'own',
    section: 'appearance',
    label: 'Theme',
    called: 'theme',
    option: { name: 'theme', help: `Theme of its dashboard: ${CHART_THEMES.join(', ')}` },
  },
  emailWeeklySummary: { kind: 'flag', label: 'Weekly summary', called: 'weekly summary' },
  emailTrafficSpike: { kind: 'flag', label: 'Traffic alerts', called: 'traffic alerts' },
  retentionMonths: {
    kind: 'own',
    label: 'Data retention',
    called: 'data retention',
    option: { name: 'retention-months', help: 'Months for which data is kept, or none to keep all' },
    isUnspecified: true,
  },
} as const satisfies Readonly<Record<keyof WebsitePatch, Setting>>;

export type SettingName = keyof typeof settings;

/** On the settings page. */
type NameOfKind<Kind> = {
  [Name in SettingName]: (typeof settings)[Name] extends { kind: Kind; section: SettingSection } ? Name : never;
}[SettingName];

export type ListSetting = NameOfKind<'list' | 'hosts'>;

/** A switch on the settings page. */
export type FlagSetting = NameOfKind<'flag'>;

/** A setting that the specification leaves out of the API's websites. */
export type UnspecifiedSetting = {
  [Name in SettingName]: (typeof settings)[Name] extends { isUnspecified: true } ? Name : never;
}[SettingName];

/** Undefined for a setting on another page. */
export const findSection = (name: SettingName): SettingSection | undefined => (settings[name] as Setting).section;

/** In the order of `settings`. */
export const settingEntries = Object.entries(settings) as readonly (readonly [SettingName, Setting])[];

/** Of these kinds and on the settings page. */
export const settingNames = <Kind extends Setting['kind']>(...kinds: readonly Kind[]): readonly NameOfKind<Kind>[] =>
  settingEntries.flatMap(([name, { kind, section }]) =>
    section !== undefined && kinds.some((each) => each === kind) ? [name as NameOfKind<Kind>] : [],
  );

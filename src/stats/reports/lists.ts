import { z } from 'zod';
import { sql } from '../../clickhouse/sql.js';
import { campaignLinkSql, encodeCampaignLink } from '../../daily-visitors/campaign-link.js';
import type { Text } from '../../lib/language/translate.js';
import { parseUrl } from '../../lib/url.js';
import {
  type DimensionName,
  dimensions,
  displayValue,
  findDimension,
  toParts,
  type ViewDimension,
  viewDimensions,
} from '../dimensions.js';
import type { Filter } from '../filters.js';
import {
  campaignTitle,
  countryName,
  languageName,
  linkName,
  nameOrUnknown,
  osCode,
  osCodeSql,
  UNKNOWN,
} from '../names.js';
import { COUNTRIES } from '../spelling.js';
import type { Key, List, ListEndpoint, ShownName } from './list.js';

const VIEW_COUNT =
  '{count, plural, one {{amount}<hidden> view,</hidden>} other {{amount}<hidden> views,</hidden>}}' satisfies Text;

export const EVENT_COUNT =
  '{count, plural, one {{amount}<hidden> event,</hidden>} other {{amount}<hidden> events,</hidden>}}' satisfies Text;

const data = ['data', 'total'] as const;
const orUnknown = (value = ''): string => (value === '' ? UNKNOWN : value);

type NameField = ListEndpoint['named'][string];

/** By default, the first value of a row's key. */
const field = (description?: string, read = ([value = '']: Key) => value): NameField => ({
  type: description === undefined ? z.string() : z.string().describe(description),
  read,
});

const optionalAt = (place: number): NameField => ({ type: z.string().nullable(), read: (key) => key[place] || null });

const inAny =
  (names: readonly DimensionName[]) =>
  (part: string): Filter => ({
    or: names.map((dimension) => ({ dimension, operator: 'contains', values: toParts(dimension, part) })),
  });

/** Searches the names of cities or regions, and of their countries. */
const inPlaces =
  (place: 'city' | 'region') =>
  (part: string): Filter => {
    const countries = COUNTRIES.filter((code) => countryName(code).toLowerCase().includes(part.toLowerCase()));
    return { or: [inAny([place])(part), { dimension: 'country', operator: 'is', values: countries }] };
  };

/** A row of the table. What it does not say follows from its dimensions, in {@link toList}. */
interface GivenList extends Omit<List, 'path' | 'by' | 'column' | 'show'> {
  /** The metric is by default the visitors. */
  readonly by: Partial<List['by']> & { readonly dimensions: readonly [keyof typeof dimensions, ...DimensionName[]] };
  readonly column?: Text;
  readonly show?: (key: Key) => Partial<ShownName>;
  /** Whether a search is in the names that the program gives, instead of the values of its dimensions. */
  readonly isSearchedByName?: true;
}

/** Infers the paths. */
const listTable = <Path extends string>(rows: Readonly<Record<Path, GivenList>>) => rows;

/** Every list of docs/api-specification.md, section 4.4, in its order, and those that the dashboard alone has. */
const table = listTable({
  countries: {
    title: 'Countries',
    texts: { all: 'All countries', search: 'Search countries' },
    by: { dimensions: ['country'] },
    isSearchedByName: true,
    endpoint: {
      summary: 'Visitors by country',
      fields: data,
      named: {
        country: field('ISO 3166-1 alpha-2; ZZ when unknown'),
        countryName: field(undefined, ([country = '']) => countryName(country)),
      },
    },
  },
  pages: {
    title: 'Pages',
    texts: { all: 'All pages', search: 'Search pages' },
    by: { dimensions: ['page'], metrics: ['visitors', 'pageviews'] },
    second: { short: 'Views', long: 'Pageviews', count: VIEW_COUNT },
    endpoint: {
      summary: 'Visitors and pageviews by page. A row is a path with any event, so `pageviews` can be 0',
      fields: data,
      named: { page: field('Path') },
    },
  },
  referrers: {
    title: 'Referrers',
    texts: { all: 'All referrers', search: 'Search referrers' },
    by: { dimensions: ['referrer'] },
    endpoint: {
      summary: 'Visitors by referrer: a known name, or a host without `www.`; Direct for sessions without one',
      fields: data,
      named: { referrer: field() },
    },
  },
  browsers: {
    title: 'Browsers',
    texts: { all: 'All browsers', search: 'Search browsers' },
    by: { dimensions: ['browser'] },
    isSearchedByName: true,
    endpoint: { summary: 'Visitors by browser', fields: data, named: { browser: field() } },
  },
  devices: {
    title: 'Devices',
    texts: { all: 'All devices', search: 'Search devices' },
    by: { dimensions: ['device'] },
    isSearchedByName: true,
    endpoint: {
      summary: 'Visitors by kind of device: desktop, mobile, tablet, tv, or other',
      fields: data,
      named: { device: field() },
    },
  },
  campaigns: {
    title: 'Campaigns',
    texts: { all: 'All campaigns', search: 'Search campaigns' },
    empty: {
      filtered: 'No tagged visits (UTM or ref) match these filters.',
      unfiltered: 'No tagged visits (UTM or ref) in this period.',
    },
    by: {
      dimensions: ['utmSource', 'utmMedium', 'utmCampaign', 'ref'],
      skipsMissing: true,
      nameSql: campaignLinkSql,
    },
    column: 'Campaign',
    detailColumn: 'Source / medium / ref',
    fileColumns: ['Campaign', 'Source', 'Medium', 'Ref'],
    show: (key) => {
      const [source = '', medium = '', campaign, ref = ''] = key;
      const name = campaignTitle(orUnknown(campaign));
      const details = [source === UNKNOWN ? '' : source, medium, ref];
      return {
        name,
        detail: details.filter((each) => each !== '').join(' / '),
        cells: [name, ...details],
        filters: { campaignLink: encodeCampaignLink(key) },
      };
    },
    endpoint: {
      summary:
        'Visitors by campaign: a row for each distinct set of `utm_source`, `utm_medium`, `utm_campaign` and `ref`',
      fields: ['campaigns', 'totalVisitors'],
      named: {
        name: field("Query string of the campaign's link", encodeCampaignLink),
        campaign: field(undefined, (key) => orUnknown(key[2])),
        source: field(undefined, (key) => orUnknown(key[0])),
        medium: optionalAt(1),
        ref: optionalAt(3),
      },
    },
  },
  cities: {
    title: 'Cities',
    texts: { all: 'All cities', search: 'Search cities' },
    by: { dimensions: ['city', 'country'] },
    detailColumn: 'Country',
    search: inPlaces('city'),
    endpoint: {
      summary: 'Visitors by city and country',
      fields: ['cities', 'totalVisitors'],
      named: { name: field(), country: field(undefined, ([, country = '']) => country) },
    },
  },
  'entry-pages': {
    title: 'Entry pages',
    texts: { all: 'All entry pages', search: 'Search entry pages' },
    by: { dimensions: ['entryPage'] },
    endpoint: {
      summary: "Visitors by the path of their session's first event",
      fields: ['entryPages', 'totalVisitors'],
      named: { name: field('Path') },
    },
  },
  'exit-links': {
    title: 'Outbound links',
    texts: { all: 'All outbound links', search: 'Search outbound links' },
    empty: {
      filtered: 'No outbound clicks match these filters.',
      unfiltered: 'No outbound clicks in this period.',
    },
    by: { dimensions: ['link'], metrics: ['clicks'] },
    fileColumns: ['Link'],
    show: ([url = '']) => ({ name: linkName(url), cells: [url] }),
    endpoint: {
      title: 'Exit links',
      summary:
        'Clicks on outbound links by destination: to hosts that are neither the domain, its subdomains, nor in `allowedDomains`',
      fields: ['exitLinks', 'totalClicks'],
      named: {
        hostname: field(
          'Empty where the host alone was longer than what is kept',
          ([url = '']) => parseUrl(url)?.hostname ?? '',
        ),
        url: field(),
      },
    },
  },
  os: {
    title: 'Operating systems',
    texts: { all: 'All operating systems', search: 'Search operating systems' },
    by: { dimensions: ['os'], nameSql: ([os = sql`os`]) => osCodeSql(os) },
    isSearchedByName: true,
    column: 'Operating system',
    endpoint: {
      summary: 'Visitors by operating system',
      fields: ['operatingSystems', 'totalVisitors'],
      named: { name: field(), code: field(undefined, ([os = '']) => osCode(os)) },
    },
  },
  'custom-events': {
    title: 'Custom events',
    texts: { all: 'All custom events', search: 'Search custom events' },
    empty: {
      filtered: 'No custom events match these filters.',
      unfiltered: 'No custom events in this period.',
    },
    by: { dimensions: ['event'], metrics: ['visitors', 'events'], skipsMissing: true },
    column: 'Event',
    second: { short: 'Total', long: 'Total', count: EVENT_COUNT },
    endpoint: {
      summary: 'Visitors and events by custom event',
      fields: ['customEvents', 'totalVisitors'],
      named: { name: field() },
    },
  },
  languages: {
    title: 'Languages',
    texts: { all: 'All languages', search: 'Search languages' },
    by: { dimensions: ['language'] },
    isSearchedByName: true,
    detailColumn: 'Tag',
    show: ([code = '']) => ({ detail: code }),
    endpoint: {
      summary: 'Visitors by browser language',
      fields: ['languages', 'totalVisitors'],
      named: {
        code: field('Language tag; und when unknown'),
        name: field(undefined, ([code = '']) => languageName(code)),
      },
    },
  },
  regions: {
    title: 'Regions',
    texts: { all: 'All regions', search: 'Search regions' },
    by: { dimensions: ['region', 'country'] },
    detailColumn: 'Country',
    show: ([region]) => ({ name: nameOrUnknown(orUnknown(region)) }),
    search: inPlaces('region'),
  },
  'exit-pages': {
    title: 'Exit pages',
    texts: { all: 'All exit pages', search: 'Search exit pages' },
    by: { dimensions: ['exitPage'], skipsMissing: true },
  },
  hostnames: {
    title: 'Hostnames',
    texts: { all: 'All hostnames', search: 'Search hostnames' },
    by: { dimensions: ['hostname'], skipsMissing: true },
  },
  screens: {
    title: 'Screens',
    texts: { all: 'All screens', search: 'Search screens' },
    by: { dimensions: ['screen'], skipsMissing: true },
  },
  'browser-versions': {
    title: 'Browser versions',
    texts: { all: 'All browser versions', search: 'Search browser versions' },
    by: { dimensions: ['browser', 'browserVersion'] },
    column: 'Browser version',
  },
  'os-versions': {
    title: 'OS versions',
    texts: { all: 'All OS versions', search: 'Search OS versions' },
    by: { dimensions: ['os', 'osVersion'] },
    column: 'OS version',
  },
  'utm-sources': {
    title: 'UTM sources',
    texts: { all: 'All UTM sources', search: 'Search UTM sources' },
    by: { dimensions: ['utmSource'], skipsMissing: true },
  },
  'utm-mediums': {
    title: 'UTM mediums',
    texts: { all: 'All UTM mediums', search: 'Search UTM mediums' },
    by: { dimensions: ['utmMedium'], skipsMissing: true },
  },
  'utm-campaigns': {
    title: 'UTM campaigns',
    texts: { all: 'All UTM campaigns', search: 'Search UTM campaigns' },
    by: { dimensions: ['utmCampaign'], skipsMissing: true },
  },
  'utm-contents': {
    title: 'UTM contents',
    texts: { all: 'All UTM contents', search: 'Search UTM contents' },
    by: { dimensions: ['utmContent'], skipsMissing: true },
  },
  'utm-terms': {
    title: 'UTM terms',
    texts: { all: 'All UTM terms', search: 'Search UTM terms' },
    by: { dimensions: ['utmTerm'], skipsMissing: true },
  },
  // Its endpoint is `channels.ts`: rows contain the largest sources.
  channels: {
    title: 'Channels',
    texts: { all: 'All channels', search: 'Search channels' },
    by: { dimensions: ['channel'] },
    isSearchedByName: true,
    detailColumn: 'Source',
  },
});

export type ListPath = keyof typeof table;

function toList(path: string, { by, show, isSearchedByName, ...row }: GivenList): List {
  const showKey = keyNames(by.dimensions, row.detailColumn !== undefined);
  return {
    column: dimensions[by.dimensions[0]].label,
    ...(!isSearchedByName && { search: inAny(by.dimensions) }),
    ...row,
    path,
    by: { metrics: ['visitors'], ...by },
    show: (key) => ({ ...showKey(key), ...show?.(key) }),
  };
}

/** Names a row by its values, which are its filters too. No filter selects a missing value. */
function keyNames(names: readonly DimensionName[], hasDetail: boolean): (key: Key) => ShownName {
  const place = names.findIndex((name) => findDimension(name).icon !== undefined);
  const kind = names[place] && findDimension(names[place]).icon;
  const canFilter = names.every((name) => viewDimensions.includes(name as ViewDimension));
  return (key) => {
    const values = names.map((name, at) => displayValue(name, key[at] ?? ''));
    const [name = '', detail] = hasDetail ? values : [values.filter((value) => value !== '').join(' ')];
    return {
      name,
      ...(kind && { icon: { kind, name: key[place] ?? '' } }),
      ...(detail !== undefined && { detail }),
      ...(canFilter && !key.includes('') && { filters: Object.fromEntries(names.map((each, at) => [each, key[at]])) }),
    };
  };
}

/** By path. */
export const lists = Object.fromEntries(
  Object.entries(table).map(([path, row]) => [path, toList(path, row)]),
) as Readonly<Record<ListPath, List>>;

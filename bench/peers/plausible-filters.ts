import type { FilterName } from '../../src/stats/dimensions.js';
import { DAY_MS } from '../data-set/plan.js';
import type { CaseQuery } from '../questions/case.js';
import { quoted, second } from './peer.js';

const filterConditions: Readonly<Partial<Record<FilterName, (value: string) => string>>> = {
  referrer: (value) => `referrer_source = ${quoted(value)}`,
  channel: (value) => `acquisition_channel = ${quoted(value)}`,
  campaign: (value) => `utm_campaign = ${quoted(value)}`,
  country: (value) => `country_code = ${quoted(value)}`,
  city: (value) => `city_geoname_id = toUInt32(cityHash64(${quoted(value)}))`,
  browser: (value) => `browser = ${quoted(value)}`,
  os: (value) => `operating_system = ${quoted(value)}`,
  device: (value) => `screen_size = ${quoted(value)}`,
};

const traitConditions = ({ filters }: CaseQuery): string =>
  Object.entries(filters)
    .map(([name, value]) => filterConditions[name as FilterName]?.(value))
    .filter((condition) => condition !== undefined)
    .map((condition) => ` AND ${condition}`)
    .join('');

const site = ({ websiteId }: CaseQuery): string => `site_id = cityHash64(toUUID('${websiteId}'))`;

/** Only sessions have an entry page. */
export function selectEvents(query: CaseQuery): string {
  const { start, end, filters } = query;
  const join =
    filters.entryPage === undefined
      ? ''
      : ` JOIN (SELECT session_id FROM ${selectSessions({ ...query, filters: { entryPage: filters.entryPage } })} AND sign = 1 GROUP BY session_id) AS s USING session_id`;
  const page = filters.page === undefined ? '' : ` AND pathname = ${quoted(filters.page)}`;
  return `plausible.events${join} WHERE ${site(query)} AND timestamp >= ${second(start)} AND timestamp < ${second(end)}${page}${traitConditions(query)}`;
}

/** Sessions active in the range; with a page, those with an event there. */
export function selectSessions(query: CaseQuery): string {
  const { start, end, filters } = query;
  const join =
    filters.page === undefined
      ? ''
      : ` JOIN (SELECT DISTINCT session_id FROM ${selectEvents({ ...query, filters: { page: filters.page } })}) AS e USING session_id`;
  const entry = filters.entryPage === undefined ? '' : ` AND entry_page = ${quoted(filters.entryPage)}`;
  return `plausible.sessions${join} WHERE ${site(query)} AND start >= ${second(start - 7 * DAY_MS)} AND timestamp >= ${second(start)} AND start < ${second(end)}${entry}${traitConditions(query)}`;
}

import { LONGEST_REACH_MS } from '../../src/sessions/session.js';
import type { FilterName } from '../../src/stats/dimensions.js';
import type { Asked, ListName } from './case.js';

/** The columns of `events` that a filter compares, and that a list groups by. */
const filterColumns: Readonly<Record<FilterName, string>> = {
  referrer: 'referrer',
  channel: 'channel',
  campaign: 'campaign',
  page: 'path',
  entryPage: 'entry_path',
  country: 'country',
  city: 'city',
  browser: 'browser',
  os: 'os',
  device: 'device',
  language: 'language',
};

const listColumns: Readonly<Record<Exclude<ListName, 'exit-links'>, string>> = {
  countries: 'country',
  pages: 'path',
  referrers: 'referrer',
  browsers: 'browser',
  devices: 'device',
  campaigns: 'utm_source, utm_medium, utm_campaign, ref',
  cities: 'city, country',
  'entry-pages': 'entry_path',
  os: 'os',
  languages: 'language',
};

/** The one obvious statement on the raw events that gives an endpoint's numbers; two where the endpoint shows two periods. */
export function plainStatements(asked: Asked): readonly string[] {
  const { endpoint, limit, zone, start } = asked;
  const where = chosen(asked);
  const top = limit === undefined ? '' : ` LIMIT ${limit}`;
  switch (endpoint) {
    case 'main':
      return [totals(asked), totals({ ...asked, start: asked.previous, end: start })];
    case 'chart-day':
      return [
        `SELECT toStartOfDay(time, '${zone}') AS at, ${COUNTS} FROM events WHERE ${where} GROUP BY at ORDER BY at`,
      ];
    case 'chart-hour':
      return [
        `SELECT toStartOfHour(time, '${zone}') AS at, ${COUNTS} FROM events WHERE ${where} GROUP BY at ORDER BY at`,
      ];
    case 'channels':
      return [
        `SELECT channel, uniq(visitor_id) AS visitors FROM events WHERE ${where} GROUP BY channel WITH TOTALS ORDER BY visitors DESC, channel`,
        `SELECT channel, referrer, uniq(visitor_id) AS visitors FROM events WHERE ${where} GROUP BY channel, referrer ORDER BY visitors DESC, referrer LIMIT 5 BY channel`,
      ];
    case 'exit-links':
      return [
        `SELECT link, count() AS clicks FROM events WHERE ${where} AND type = 'exit' GROUP BY link WITH TOTALS ORDER BY clicks DESC, link${top}`,
      ];
    default: {
      const by = listColumns[endpoint];
      return [
        `SELECT ${by}, ${COUNTS} FROM events WHERE ${where} GROUP BY ${by} WITH TOTALS ORDER BY visitors DESC, ${by}${top}`,
      ];
    }
  }
}

const COUNTS = "uniq(visitor_id) AS visitors, countIf(type = 'pageview') AS pageviews";

const instant = (epochMs: number): string => `fromUnixTimestamp64Milli(${epochMs}, 'UTC')`;

export const filtersOf = (filters: Asked['filters'], columns: Readonly<Record<FilterName, string>>): string =>
  Object.entries(filters)
    .map(([name, value]) => ` AND ${columns[name as FilterName]} = '${value}'`)
    .join('');

export const chosen = ({ websiteId, start, end, filters }: Asked): string =>
  `website_id = '${websiteId}' AND time >= ${instant(start)} AND time < ${instant(end)} AND type != 'leave'${filtersOf(filters, filterColumns)}`;

/** Sessions are those that began in the period, whole: their rows are read past its end. */
function totals(asked: Asked): string {
  const { websiteId, start, end, filters } = asked;
  const { page, ...traits } = filters;
  const counted = `time < ${instant(end)} AND type != 'leave'${page === undefined ? '' : ` AND path = '${page}'`}`;
  const began = `session_start >= ${instant(start)} AND session_start < ${instant(end)}${
    page === undefined
      ? ''
      : ` AND (visitor_id, session_start) IN (SELECT visitor_id, session_start FROM events WHERE ${chosen(asked)})`
  }`;
  return `SELECT uniqIf(visitor_id, ${counted}) AS visitors,
  uniqIf(visitor_id, ${counted} AND visitor_id IN (
    SELECT visitor_id FROM visitors WHERE website_id = '${websiteId}' AND first_seen < ${instant(start)})) AS returning,
  countIf(${counted} AND type = 'pageview') AS pageviews,
  sumIf(sessions, ${began}) AS sessions, sumIf(bounces, ${began}) AS bounces, sumIf(duration, ${began}) AS duration
FROM events
WHERE website_id = '${websiteId}' AND time >= ${instant(start)} AND time < ${instant(end + LONGEST_REACH_MS)}${filtersOf(traits, filterColumns)}`;
}

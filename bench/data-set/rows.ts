import type { Range } from '../../src/time/index.js';
import {
  DAY_MS,
  type DataSetOptions,
  dataStart,
  days,
  EVENTS_A_SESSION,
  LARGE_SHARE,
  plannedWebsites,
  SMALL_WEBSITES,
  websiteShares,
} from './plan.js';
import { clients, countries, dayWeight, hourWeights, sources } from './traits.js';

/** Returning visitors, as a share of the sessions, and the part of a year over which they return. */
const REGULARS = 0.12;
const REGULAR_SPAN = 0.35;

/** One in this many visitors is several people behind one address, each with their own language. */
const SHARED = 10;

/** Sessions are numbered in the order of their days; `[first, first + count)` of them are one insert. */
export interface SessionRange {
  readonly first: number;
  readonly count: number;
}

/** The number of sessions for a number of events, and the number of sessions before each day. */
function sessionsByDay({ events }: DataSetOptions): {
  readonly total: number;
  readonly before: readonly number[];
} {
  const weights = days.map((day) => dayWeight(day, days[0]!, days.length));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const total = Math.round(events / EVENTS_A_SESSION);
  let passed = 0;
  const before = weights.map((weight) => {
    const first = Math.floor((total * passed) / sum);
    passed += weight;
    return first;
  });
  return { total, before };
}

/** Sessions of the range's days and of the day before. */
export function sessionsIn(options: DataSetOptions, { start, end }: Range): SessionRange {
  const { total, before } = sessionsByDay(options);
  const first = before[Math.max(0, Math.floor((start - dataStart) / DAY_MS) - 1)] ?? 0;
  return { first, count: (before[Math.ceil((end - dataStart) / DAY_MS)] ?? total) - first };
}

/**
 * The events are generated inside ClickHouse from only the sessions' numbers.
 *
 * @param accountId owner of all websites
 */
export function insertRows(
  options: DataSetOptions,
  sessions: SessionRange,
  { start, end }: Range,
  accountId: string,
  table = 'events',
): string {
  const { total, before } = sessionsByDay(options);
  return `INSERT INTO ${table} (website_id, account_id, time, type, visitor_id, session_start, sessions, bounces, duration,
  hostname, path, link, name, props, screen, seconds, entry_path, referrer, channel, utm_source, utm_medium,
  utm_campaign, ref, country, region, city, browser, browser_version, os, os_version, device, language, own_traits, import_id)
WITH
  transform(roundDown(n, ${list(before)}), ${list(before)}, ${list(days)}, 0) AS day,
  if(${hash(1)} % 1000 < ${LARGE_SHARE * 1000}, 0, ${zipf(hash(2), String(SMALL_WEBSITES))}) AS site,
  ${strings(plannedWebsites.map(({ id }) => id))}[site + 1] AS site_id,
  ${list(plannedWebsites.map(({ pages }) => pages))}[site + 1] AS pages,
  greatest(1, floor(${total * REGULARS} * ${list(websiteShares.map(round))}[site + 1])) AS regulars,
  floor((n / ${total} - ${REGULAR_SPAN} * pow(${unit(hash(3))}, 2)) * regulars) AS regular,
  if(${hash(4)} % 100 < 45, cityHash64('regular', site, regular), cityHash64('once', n)) AS visitor,
  day + ${expanded(hourWeights.map((weight, hour) => [weight, hour]))}[1 + ${hash(5)} % ${sum(hourWeights)}] * 3600000 + ${hash(6)} % 3600000 AS start,
  toUInt8(1 + least(19, floor(-1.855 * log(1 - ${unit(hash(7))})))) AS views,
  ${expanded([
    [70, 0],
    [6, 2],
    [9, 3],
    [15, 4],
  ])}[1 + ${hash(8)} % 100] AS last_type,
  10000 + ${hash(9)} % 110000 AS pause,
  ${index(countries)}[1 + cityHash64(visitor, 1) % 100] AS country_index,
  ${column(countries, 1)}[country_index] AS country_code,
  ${zipf('cityHash64(visitor, 2)', '80')} AS city_rank,
  ${index(clients)}[1 + cityHash64(visitor, 3) % 100] AS client,
  ${index(sources)}[1 + ${hash(10)} % 100] AS origin,
  ${column(sources, 3)}[origin] AS medium,
  multiIf(${column(sources, 1)}[origin] = 'Referral', concat('site-', toString(${zipf(hash(11), '500')}), '.example'), ${column(sources, 1)}[origin]) AS source,
  k * pause + if(k = 0, 0, cityHash64(n, k) % 5000) AS passed,
  if(k < views, 1, last_type) AS kind,
  ${path('cityHash64(n, 20)')} AS entry
SELECT
  toUUID(site_id), toUUID('${accountId}'), fromUnixTimestamp64Milli(toInt64(start + passed), 'UTC'),
  CAST(kind AS Enum8('pageview' = 1, 'exit' = 2, 'custom' = 3, 'leave' = 4)), visitor,
  fromUnixTimestamp64Milli(toInt64(start), 'UTC'),
  k = 0, multiIf(k = 0, 1, k = 1 AND kind = 1, -1, 0),
  if(k = 0, 0, passed - ((k - 1) * pause + if(k = 1, 0, cityHash64(n, k - 1) % 5000))),
  ${strings(plannedWebsites.map(({ domain }) => domain))}[site + 1],
  ${path('cityHash64(n, 20 + least(k, views - 1))')},
  if(kind = 2, concat('https://partner-', toString(${zipf(hash(12), '200')}), '.example/offer'), ''),
  if(kind = 3, ['signup', 'download', 'video', 'search'][1 + ${hash(13)} % 4], ''),
  if(kind = 3 AND ${hash(13)} % 4 = 0, concat('{"plan":"', ['free', 'pro', 'team'][1 + ${hash(16)} % 3], '"}'), ''),
  ['1920x1080', '1440x900', '390x844', '412x915', '820x1180'][1 + cityHash64(visitor, 4) % 5],
  if(kind = 4, intDiv(pause, 1000), 0),
  entry, source, ${column(sources, 2)}[origin],
  if(medium = '', '', lower(source)), medium,
  if(medium = '', '', concat('Campaign ', toString(${zipf(hash(14), '40')}))), '',
  country_code, if(country_code = 'ZZ', '', concat('Region ', country_code, ' ', toString(city_rank % 12))),
  if(country_code = 'ZZ', 'Unknown', concat('City ', country_code, ' ', toString(city_rank))),
  ${column(clients, 3)}[client], toString(130 + intDiv(n * 14, ${total}) - cityHash64(visitor, 5) % 3),
  ${column(clients, 2)}[client], toString(10 + cityHash64(visitor, 6) % 6), ${column(clients, 1)}[client],
  if(if(cityHash64(visitor, 8) % ${SHARED} = 0, ${hash(15)}, cityHash64(visitor, 7)) % 100 < 85, ${column(countries, 2)}[country_index], 'en-US'), '',
  toUUID('00000000-0000-0000-0000-000000000000')
FROM (SELECT number AS n FROM numbers(${sessions.first}, ${sessions.count}))
ARRAY JOIN range(views + (last_type > 0)) AS k
WHERE start + passed >= ${start} AND start + passed < ${end}
SETTINGS insert_deduplicate = 0`;
}

/** A 64-bit number that depends only on the session and the salt. */
const hash = (salt: number): string => `cityHash64(n, ${salt + 100})`;

/** 0 to under 1. */
const unit = (hashed: string): string => `(${hashed} % 1000003 / 1000003)`;

/** 1 to `most`. Each rank is twice as frequent as the rank of twice its number. */
const zipf = (hashed: string, most: string): string => `toUInt32(exp(${unit(hashed)} * log(${most} + 1)))`;

const path = (hashed: string): string =>
  `concat('/', ['blog', 'docs', 'shop', 'help', 'about'][1 + ${zipf(hashed, 'pages')} % 5], '/the-story-of-number-', toString(${zipf(hashed, 'pages')}))`;

const list = (values: readonly number[]): string => `[${values.join(', ')}]`;
const strings = (values: readonly string[]): string => `[${values.map((value) => `'${value}'`).join(', ')}]`;
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const round = (share: number): number => Math.round(share * 1e8) / 1e8;

/** Repeats each value by its weight. */
const expanded = (weighted: readonly (readonly [number, number])[]): string =>
  list(weighted.flatMap(([weight, value]) => Array.from({ length: weight }, () => value)));

type Table = readonly (readonly [number, ...string[]])[];

const index = (table: Table): string => expanded(table.map(([weight], row) => [weight, row + 1]));

const column = (table: Table, number: number): string => strings(table.map((row) => String(row[number])));

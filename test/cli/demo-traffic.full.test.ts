import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type Hit, HitQueue } from '../../demo/hit.js';
import { cities } from '../../demo/people.js';
import { withDemoPlaces } from '../../demo/places.js';
import type { Site } from '../../demo/site.js';
import { sites } from '../../demo/sites/index.js';
import { addDays, generateExcludedHits, generateVisits } from '../../demo/traffic.js';
import { collect } from '../../src/collect/collector.js';
import { eventBody } from '../../src/collect/event-body.js';
import { parseClient } from '../../src/collect/steps/client.js';
import { UNKNOWN_PLACE } from '../../src/collect/steps/place-record.js';
import { localDate } from '../../src/time/index.js';
import type { Website } from '../../src/websites/website.js';
import { checkRows } from '../rows.js';

const NOW = Date.parse('2026-11-18T15:30:00.000Z');
const TIMEZONE = 'America/New_York';
const SESSION_GAP = 30 * 60 * 1000;
const DAYS = 90;

interface Choice {
  readonly now?: number;
  readonly timezone?: string;
}

function generateHits(
  site: Site,
  generate = generateVisits,
  { now = NOW, timezone = TIMEZONE }: Choice = {},
): readonly Hit[] {
  const firstDay = addDays(localDate(now, timezone), 1 - DAYS);
  return [...new HitQueue(generate({ site, firstDay, timezone })).takeUntil(now)];
}

const [otterbill] = sites;
const hits = generateHits(otterbill);

const localTime = new Intl.DateTimeFormat('sv-SE', { timeZone: TIMEZONE, dateStyle: 'short', timeStyle: 'short' });
const local = ({ time }: Hit): string => localTime.format(new Date(time));
const localDay = (hit: Hit): string => local(hit).slice(0, 10);

function tally<K>(keyFor: (hit: Hit) => K, tallied = hits): ReadonlyMap<K, number> {
  const counts = new Map<K, number>();
  for (const hit of tallied) counts.set(keyFor(hit), (counts.get(keyFor(hit)) ?? 0) + 1);
  return counts;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const mean = (numbers: readonly number[]): number => sum(numbers) / numbers.length;
const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

/** Each visitor's hits, cut into sessions as the service cuts them. */
function sessionsByVisitor(): readonly (readonly (readonly Hit[])[])[] {
  const visitors = new Map<string, Hit[][]>();
  for (const hit of hits) {
    const key = `${hit.sender.address} ${hit.sender.userAgent}`;
    const sessions = visitors.get(key) ?? [];
    const last = sessions.at(-1)?.at(-1);
    if (last && hit.time - last.time < SESSION_GAP) sessions.at(-1)?.push(hit);
    else sessions.push([hit]);
    visitors.set(key, sessions);
  }
  return [...visitors.values()];
}

const traffic = sites.map((site) => ({ site, all: site === otterbill ? hits : generateHits(site) }));
const places = withDemoPlaces({ of: () => UNKNOWN_PLACE });

describe.each(traffic)('$site.domain', ({ site, all }) => {
  test('the traffic is the same each time, in order, and continues where it was left', () => {
    const queue = new HitQueue(
      generateVisits({ site, firstDay: addDays(localDate(NOW, TIMEZONE), 1 - DAYS), timezone: TIMEZONE }),
    );
    const parts = [NOW - 40 * 24 * 60 * 60 * 1000, NOW - 1, NOW].map((until) => [...queue.takeUntil(until)]);
    const again = parts.flat();
    expect(again).toHaveLength(all.length);
    expect(again.filter((hit, index) => !isDeepStrictEqual(hit, all[index]))).toEqual([]);
    expect(again.filter(({ time }, index) => time < (again[index - 1]?.time ?? 0))).toEqual([]);
    expect(queue.nextTime).toBeGreaterThan(NOW);
  });

  test('all pages are visited, and no others', () => {
    const urls = all.map(({ event }) => new URL(event.url));
    expect([...new Set(urls.map(({ pathname }) => pathname))].toSorted()).toEqual(Object.keys(site.pages).toSorted());
    expect(urls.every(({ hostname }) => hostname === site.domain)).toBe(true);
  });

  test('custom events have properties, and the collector takes the hits of every day', () => {
    const custom = all.filter(({ event }) => event.type === 'custom');
    expect(new Set(custom.map(({ event }) => event.name)).size).toBeGreaterThan(1);
    expect(custom.every(({ event }) => Object.keys(event.props ?? {}).length > 0)).toBe(true);
    const step = Math.ceil(all.length / 1000);
    return checkRows(
      all.filter((_, index) => index % step === 0),
      (hit) => expect(judge(site, hit)).toBeUndefined(),
    );
  });

  test('each excluded hit is dropped, for several reasons', () => {
    const reasons = generateHits(site, generateExcludedHits).map((hit) => judge(site, hit));
    expect(reasons).not.toContain(undefined);
    expect([...new Set(reasons)]).toEqual(expect.arrayContaining(['bot', 'foreign_host', 'excluded_path']));
  });
});

/** The reason for which the collector drops the hit. */
function judge(site: Site, { time, event, sender }: Hit): string | undefined {
  const lists = {
    allowedDomains: [],
    excludedIps: [],
    excludedPaths: [],
    excludedHostnames: [],
    excludedCountries: [],
  };
  const website = { ...lists, ...site.exclusions, id: crypto.randomUUID(), domain: site.domain, excludeHosting: false };
  const outcome = collect(eventBody.parse({ key: 'key', ...event }), sender, {
    findWebsite: () => website as unknown as Website,
    now: () => time,
    eventLimit: { take: () => true },
    propNames: { take: () => true },
    places,
    keysAt: () => ({ current: 'key' }),
  });
  return 'dropped' in outcome ? outcome.dropped : undefined;
}

test('visitors have places and browsers that the collector knows', () => {
  expect(new Set(cities.map(({ country, name }) => `${country} ${name}`)).size).toBe(cities.length);
  const senders = hits.map(({ sender }) => sender);
  const found = new Set(senders.map(({ address }) => places.of(address).city));
  expect(found.size).toBe(new Set(cities.map(({ name }) => name)).size);
  expect(places.of('2001:db8:ffff::1')).toBe(UNKNOWN_PLACE);
  expect(places.of('203.0.113.7')).toBe(UNKNOWN_PLACE);
  const clients = [...new Set(senders.map(({ userAgent }) => userAgent))].map((userAgent) => parseClient(userAgent));
  expect(new Set(clients.map(({ browser, os, device }) => `${browser} ${os} ${device}`))).toEqual(
    new Set([
      'Chrome Windows desktop',
      'Chrome macOS desktop',
      'Safari iOS mobile',
      'Chrome Android mobile',
      'Safari macOS desktop',
      'Edge Windows desktop',
      'Firefox Windows desktop',
      'Firefox Linux desktop',
      'Chrome Linux desktop',
      'Samsung Internet Android mobile',
      'Safari iPadOS tablet',
      'Firefox Android mobile',
      'Chrome ChromeOS desktop',
      'Opera Windows desktop',
      'Chrome Android tablet',
    ]),
  );
});

describe('the traffic of the product', () => {
  test.each([
    ['2026-11-18T15:30:00.000Z', 'America/New_York'],
    ['2026-04-06T00:00:00.000Z', 'Australia/Lord_Howe'],
    ['2026-03-30T09:00:00.000Z', 'Asia/Kathmandu'],
    ['2024-03-01T23:59:59.999Z', 'UTC'],
  ])('has the size of a small website until %s in %s, and one launch within 30 days', (text, timezone) => {
    const now = Date.parse(text);
    const made = generateHits(otterbill, generateVisits, { now, timezone });
    expect(made.length).toBeGreaterThan(40_000);
    expect(made.length).toBeLessThan(75_000);
    const fromLaunch = made.filter(({ event }) => event.referrer === 'https://news.ycombinator.com/');
    const perDay = [...tally(({ time }) => localDate(time, timezone), fromLaunch)].filter(([, count]) => count > 300);
    expect(perDay.map(([date]) => new Date(date).getUTCDay())).toEqual([2]);
    expect(Date.parse(perDay[0]![0])).toBeGreaterThan(now - 24 * 24 * 60 * 60 * 1000);
  });

  test('fills 90 days, today included, and no other', () => {
    const days = [...tally(localDay).keys()].sort();
    expect(days).toHaveLength(DAYS);
    expect([days[0], days.at(-1)]).toEqual(['2026-08-21', '2026-11-18']);
  });

  test('follows the hours of the day in the zone of the website', () => {
    const hours = tally((hit) => Number(local(hit).slice(11, 13)));
    const between = (from: number, to: number): number =>
      mean(Array.from({ length: to - from }, (_, index) => hours.get(from + index) ?? 0));
    expect(between(9, 17)).toBeGreaterThan(2 * between(1, 6));
    expect(between(9, 17)).toBeGreaterThan(1.3 * between(18, 22));
  });

  test('leaves the website without visitors now, of five minutes, for little of the time', () => {
    const minute = 60 * 1000;
    const recent = hits.filter(({ time }) => time > NOW - 14 * 24 * 60 * minute);
    const gaps = recent.slice(1).map(({ time }, index) => time - recent[index]!.time);
    expect(sum(gaps.map((gap) => Math.max(0, gap - 5 * minute)))).toBeLessThan(0.15 * sum(gaps));
    expect(Math.max(...gaps)).toBeLessThan(45 * minute);
  });

  test('follows the days of the week, grows, and has a launch that does not flatten the month', () => {
    const days = [...tally(localDay)].sort(([a], [b]) => a.localeCompare(b)).slice(0, -1);
    const counts = days.map(([, count]) => count);
    const month = counts.slice(-30);
    expect(Math.max(...month)).toBeGreaterThan(1.6 * median(month));
    expect(Math.max(...month)).toBeLessThan(3 * median(month));

    const onWeekdays = (...weekdays: readonly number[]): number =>
      mean(
        days.slice(0, 42).flatMap(([date, count]) => (weekdays.includes(new Date(date).getUTCDay()) ? [count] : [])),
      );
    expect(onWeekdays(0, 6)).toBeLessThan(0.7 * onWeekdays(2, 3, 4));

    const growth = median(counts.slice(-28)) / median(counts.slice(0, 28));
    expect(growth).toBeGreaterThan(1.4);
    expect(growth).toBeLessThan(2.6);
  });

  test('has visitors who return, at the launch too, sessions of several pages, and bounces', () => {
    const visitors = sessionsByVisitor();
    const returning = visitors.filter((sessions) => sessions.length > 1).length / visitors.length;
    expect(returning).toBeGreaterThan(0.15);
    expect(returning).toBeLessThan(0.45);

    const fromLaunch = (session: readonly Hit[]) => session[0]?.event.referrer === 'https://news.ycombinator.com/';
    const launched = visitors.filter((sessions) => sessions.some(fromLaunch));
    const knewIt = launched.filter((sessions) => !fromLaunch(sessions[0]!)).length / launched.length;
    expect(knewIt).toBeGreaterThan(0.03);
    expect(knewIt).toBeLessThan(0.2);

    const views = visitors.flat().map((session) => session.filter(({ event }) => event.type === 'pageview').length);
    const bounces = views.filter((count) => count === 1).length / views.length;
    expect(bounces).toBeGreaterThan(0.35);
    expect(bounces).toBeLessThan(0.6);
    expect(mean(views)).toBeGreaterThan(1.8);
  });

  test('has visitors who stay themselves, and visits that follow links', () => {
    const visitors = sessionsByVisitor();
    const languages = visitors.map((sessions) => new Set(sessions.flat().map(({ event }) => event.language)));
    expect(languages.filter(({ size }) => size !== 1)).toEqual([]);
    const isUnlinked = (session: readonly Hit[]): boolean => {
      const views = session.filter(({ event }) => event.type === 'pageview');
      const urls = views.map(({ event }) => event.url);
      return session[0] !== views[0] || views.slice(1).some(({ event }, index) => event.referrer !== urls[index]);
    };
    expect(visitors.flat().filter(isUnlinked)).toEqual([]);
  });

  test('has sources, campaigns, exits and sign-ups to show', () => {
    const campaigns = new Set(hits.map(({ event }) => new URL(event.url).searchParams.get('utm_campaign')));
    expect(campaigns.size).toBeGreaterThan(5);
    const own = `https://${otterbill.domain}/`;
    expect(tally(({ event }) => (event.referrer?.startsWith(own) ? 'own' : event.referrer)).size).toBeGreaterThan(20);
    expect(hits.every(({ event }) => (event.type === 'exit') === (event.link !== undefined))).toBe(true);
    expect(hits.filter(({ event }) => event.link).length).toBeGreaterThan(500);
    const plans = tally(({ event }) => (event.name === 'signup' ? event.props?.plan : undefined));
    expect([...plans.keys()]).toEqual(expect.arrayContaining(['free', 'pro', 'team']));
    expect(plans.get('free')).toBeGreaterThan(plans.get('team') ?? 0);
  });
});

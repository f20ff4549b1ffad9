import { describe, expect, test } from 'vitest';
import type { ImportLine } from '../../src/cli/demo/import-line.js';
import { siteMap } from '../../src/cli/demo/site-map.js';
import { demoTraffic } from '../../src/cli/demo/traffic.js';

const NOW = Date.parse('2026-11-18T15:30:00.000Z');
const SITE = { seed: 7, now: NOW, days: 90, timezone: 'America/New_York', domain: 'demo.example' };
const SESSION_GAP = 30 * 60 * 1000;

const lines = [...demoTraffic(SITE)];

const localTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: SITE.timezone,
  dateStyle: 'short',
  timeStyle: 'short',
});
const local = ({ timestamp }: ImportLine): string => localTime.format(new Date(timestamp));
const localDay = (line: ImportLine): string => local(line).slice(0, 10);

function tally<K>(keyOf: (line: ImportLine) => K): ReadonlyMap<K, number> {
  const counts = new Map<K, number>();
  for (const line of lines) counts.set(keyOf(line), (counts.get(keyOf(line)) ?? 0) + 1);
  return counts;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const mean = (numbers: readonly number[]): number => sum(numbers) / numbers.length;
const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

/** Each visitor's events, cut into sessions as the service cuts them. */
function sessionsByVisitor(): readonly (readonly (readonly ImportLine[])[])[] {
  const visitors = new Map<string, ImportLine[][]>();
  const ordered = [...lines].sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
  for (const line of ordered) {
    const sessions = visitors.get(line.visitor) ?? [];
    const last = sessions.at(-1)?.at(-1);
    if (last && Date.parse(line.timestamp) - Date.parse(last.timestamp) < SESSION_GAP) sessions.at(-1)?.push(line);
    else sessions.push([line]);
    visitors.set(line.visitor, sessions);
  }
  return [...visitors.values()];
}

describe('sample traffic', () => {
  test('is the same for the same seed, and another for another', () => {
    expect([...demoTraffic(SITE)]).toEqual(lines);
    expect([...demoTraffic({ ...SITE, seed: 8 })]).not.toEqual(lines);
  });

  test.each([
    ['2026-11-18T15:30:00.000Z', 'America/New_York'],
    ['2026-04-06T00:00:00.000Z', 'Australia/Lord_Howe'],
    ['2026-03-30T09:00:00.000Z', 'Asia/Kathmandu'],
    ['2024-03-01T23:59:59.999Z', 'UTC'],
  ])('has the size of a small website until %s in %s, and no future', (now, timezone) => {
    const made = [...demoTraffic({ ...SITE, now: Date.parse(now), timezone })];
    expect(made.length).toBeGreaterThan(25_000);
    expect(made.length).toBeLessThan(40_000);
    expect(made.filter(({ timestamp }) => timestamp > now)).toEqual([]);
  });

  test('fills the days asked for, today included, and no other', () => {
    const days = [...tally(localDay).keys()].sort();
    expect(days).toHaveLength(90);
    expect([days[0], days.at(-1)]).toEqual(['2026-08-21', '2026-11-18']);
    expect([...demoTraffic({ ...SITE, days: 1 })].every((line) => localDay(line) === '2026-11-18')).toBe(true);
  });

  test('follows the hours of the day in the zone of the website', () => {
    const hours = tally((line) => Number(local(line).slice(11, 13)));
    const between = (from: number, to: number): number =>
      mean(Array.from({ length: to - from }, (_, index) => hours.get(from + index) ?? 0));
    expect(between(9, 17)).toBeGreaterThan(5 * between(1, 6));
    expect(between(9, 17)).toBeGreaterThan(1.3 * between(18, 22));
  });

  test('follows the days of the week, grows gently, and has one launch', () => {
    const days = [...tally(localDay)].sort(([a], [b]) => a.localeCompare(b)).slice(0, -1);
    const counts = days.map(([, count]) => count);
    const average = mean(counts);
    const spikes = days.filter(([, count]) => count > 4 * average);
    expect(spikes.map(([date]) => new Date(date).getUTCDay())).toEqual([2]);

    const ofWeekdays = (...weekdays: readonly number[]): number =>
      mean(
        days.slice(0, 42).flatMap(([date, count]) => (weekdays.includes(new Date(date).getUTCDay()) ? [count] : [])),
      );
    expect(ofWeekdays(0, 6)).toBeLessThan(0.65 * ofWeekdays(2, 3, 4));

    const growth = median(counts.slice(-28)) / median(counts.slice(0, 28));
    expect(growth).toBeGreaterThan(1.3);
    expect(growth).toBeLessThan(2.2);
  });

  test('has visitors who return, sessions of several pages, and bounces', () => {
    const visitors = sessionsByVisitor();
    const returning = visitors.filter((sessions) => sessions.length > 1).length / visitors.length;
    expect(returning).toBeGreaterThan(0.15);
    expect(returning).toBeLessThan(0.45);

    const views = visitors.flat().map((session) => session.filter(({ type }) => type === 'pageview').length);
    const bounces = views.filter((count) => count === 1).length / views.length;
    expect(bounces).toBeGreaterThan(0.35);
    expect(bounces).toBeLessThan(0.6);
    expect(mean(views)).toBeGreaterThan(1.8);
  });

  test('has visitors who stay themselves, and visits that follow links', () => {
    for (const sessions of sessionsByVisitor()) {
      const traits = sessions
        .flat()
        .map(({ country, city, browser, os, device, language }) =>
          [country, city, browser, os, device, language].join(),
        );
      expect(new Set(traits).size).toBe(1);
      for (const session of sessions) {
        const views = session.filter(({ type }) => type === 'pageview');
        expect(session[0]).toBe(views[0]);
        views.slice(1).forEach((view, index) => {
          expect(view.referrer).toBe(views[index]?.url);
        });
      }
    }
  });

  test('has places, sources, campaigns, exits and sign-ups to show', () => {
    expect(tally(({ country }) => country).size).toBeGreaterThan(15);
    expect(tally(({ city }) => city).size).toBeGreaterThan(50);
    expect(tally(({ device }) => device).size).toBe(3);
    const campaigns = new Set(lines.map(({ url }) => new URL(url).searchParams.get('utm_campaign')));
    expect(campaigns.size).toBeGreaterThan(5);
    const own = `https://${SITE.domain}/`;
    expect(tally(({ referrer }) => (referrer?.startsWith(own) ? 'own' : referrer)).size).toBeGreaterThan(20);
    expect(lines.every(({ type, link }) => (type === 'exit') === (link !== undefined))).toBe(true);
    expect(lines.filter(({ link }) => link).length).toBeGreaterThan(500);
    const plans = tally(({ name, props }) => (name === 'signup' ? props?.plan : undefined));
    expect([...plans.keys()]).toEqual(expect.arrayContaining(['free', 'pro', 'team']));
    expect(plans.get('free')).toBeGreaterThan(plans.get('team') ?? 0);
  });

  test('knows only pages of the website', () => {
    const paths = [...tally(({ url }) => new URL(url).pathname).keys()];
    expect(paths.filter((path) => !(path in siteMap))).toEqual([]);
    expect(Object.keys(siteMap).filter((path) => !paths.includes(path))).toEqual([]);
    expect(lines.every(({ url }) => new URL(url).hostname === SITE.domain)).toBe(true);
  });
});

import { millisecondsInDay, millisecondsInHour, millisecondsInSecond } from 'date-fns/constants';
import { startOfLocalDay } from '../src/time/index.js';
import type { Hit, HitEvent, HitSender } from './hit.js';
import { createPerson, type Person } from './people.js';
import { visitorAddress } from './places.js';
import { planDay } from './plan-day.js';
import { pick, type Random, seededRandom, skewedRandom, type Weighted } from './random.js';
import type { Site, Source } from './site.js';

export interface TrafficOptions {
  readonly site: Site;
  /** `YYYY-MM-DD`, local. */
  readonly firstDay: string;
  /** IANA name. The daily and weekly rhythm follow this zone. */
  readonly timezone: string;
}

interface Visitor extends Pick<Person, 'language'> {
  readonly sender: HitSender;
  lastSeen: number;
}

/** Hits that begin on a day. */
interface DayHits {
  readonly hits: readonly Hit[];
  /** The start of the next day in epoch milliseconds. */
  readonly end: number;
}

/** Longer than a session's pause, so that visits stay separate. */
const BETWEEN_VISITS = 2 * millisecondsInHour;
/** Share of a launch's visits by people who knew the website before. */
const RETURNING_AT_LAUNCH = 0.09;
const MAX_SECONDS_ON_A_PAGE = 20 * 60;
const MAX_VIEWS = 14;
/** Excluded hits for each ordinary visit. */
const EXCLUDED_SHARE = 0.15;

/** An endless sequence of believable visits, ordered by time; the same options give the same hits. */
export function* generateVisits(options: TrafficOptions): Generator<Hit, void> {
  yield* inOrder(visitsByDay(options));
}

/** An endless sequence of hits that the collector drops, ordered by time; the same options give the same hits. */
export function* generateExcludedHits(options: TrafficOptions): Generator<Hit, void> {
  yield* inOrder(excludedHitsByDay(options));
}

function* visitsByDay({ site, firstDay, timezone }: TrafficOptions): Generator<DayHits, void> {
  const random = seededRandom(site.seed);
  const { first, later, launch } = site.sources;
  const known: Visitor[] = [];
  for (let index = 0; ; index++) {
    const day = addDays(firstDay, index);
    const { ordinaryVisits, launchVisits, progress } = planDay(day, index, site.rhythm, random);
    const starts = [
      ...drawTimes(ordinaryVisits, day, timezone, site, random).map((start) => ({ start, isLaunch: false })),
      ...drawTimes(launchVisits, day, timezone, site, random).map((start) => ({ start, isLaunch: true })),
    ].sort((a, b) => a.start - b.start);
    const hits: Hit[] = [];
    for (const { start, isLaunch } of starts) {
      const share = isLaunch ? RETURNING_AT_LAUNCH : site.returning;
      const returning = random() < share ? pickKnown(known, start, random) : undefined;
      const visitor = returning ?? createVisitor(known.length + 1, random);
      if (!returning) known.push(visitor);
      const sources = isLaunch ? launch : activeSources(returning ? later : first, progress);
      for (const hit of generateVisit(visitor, start, pick(sources, random), site, random)) {
        visitor.lastSeen = hit.time;
        hits.push(hit);
      }
    }
    yield { hits, end: startOfLocalDay(addDays(day, 1), timezone) };
  }
}

function* excludedHitsByDay({ site, firstDay, timezone }: TrafficOptions): Generator<DayHits, void> {
  const random = seededRandom(site.seed + 1000);
  for (let index = 0; ; index++) {
    const day = addDays(firstDay, index);
    const { ordinaryVisits } = planDay(day, index, site.rhythm, random);
    const times = drawTimes(Math.round(ordinaryVisits * EXCLUDED_SHARE), day, timezone, site, random);
    const hits = times.map((time) => {
      const { url, ...part } = pick(site.excluded, random);
      const { sender, language } = createVisitor(0, random);
      return { time, event: { type: 'pageview' as const, url, language }, sender: { ...sender, ...part } };
    });
    yield { hits, end: startOfLocalDay(addDays(day, 1), timezone) };
  }
}

/** Ordered by time. A visit may last beyond midnight. */
function* inOrder(days: Iterable<DayHits>): Generator<Hit, void> {
  let waiting: Hit[] = [];
  for (const { hits, end } of days) {
    waiting = [...waiting, ...hits].sort((a, b) => a.time - b.time);
    const late = waiting.findIndex(({ time }) => time >= end);
    const ready = late < 0 ? waiting.length : late;
    yield* waiting.slice(0, ready);
    waiting = waiting.slice(ready);
  }
}

/** Both dates are `YYYY-MM-DD`. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * millisecondsInDay).toISOString().slice(0, 10);

/**
 * Random times of a local day, in epoch milliseconds and in order. Each is in its own share of the day's traffic, so
 * that a small website is never without visitors for long.
 */
function drawTimes(count: number, day: string, timezone: string, { rhythm }: Site, random: Random): readonly number[] {
  const midnight = startOfLocalDay(day, timezone);
  const total = rhythm.hours.reduce((sum, weight) => sum + weight, 0);
  let hour = 0;
  let before = 0;
  return Array.from({ length: count }, (_, index) => {
    const position = ((index + random()) / count) * total;
    while (position >= before + (rhythm.hours[hour] ?? Number.POSITIVE_INFINITY)) {
      before += rhythm.hours[hour] ?? 0;
      hour += 1;
    }
    const share = (position - before) / (rhythm.hours[hour] ?? 1);
    return midnight + Math.floor((hour + share) * millisecondsInHour);
  });
}

function createVisitor(number: number, random: Random): Visitor {
  const { city, language, userAgent } = createPerson(random);
  return { sender: { address: visitorAddress(city, number), userAgent }, language, lastSeen: 0 };
}

/** Preferably a recent one; undefined without a suitable one. */
function pickKnown(known: readonly Visitor[], start: number, random: Random): Visitor | undefined {
  const visitor = known[Math.floor(known.length * (1 - random() ** 2))];
  return visitor && visitor.lastSeen < start - BETWEEN_VISITS ? visitor : undefined;
}

/** By the part of the cycle. */
const activeSources = (sources: Weighted<Source>, progress: number): Weighted<Source> =>
  sources.filter(([, { during: [from, to] = [0, 1] }]) => progress >= from && progress <= to);

function* generateVisit(
  { sender, language }: Visitor,
  start: number,
  source: Source,
  { pages, domain }: Site,
  random: Random,
): Generator<Hit> {
  const hit = (time: number, event: Omit<HitEvent, 'language'>): Hit => ({
    time,
    event: { ...event, language },
    sender,
  });
  let time = start;
  let path = pick(source.entryPages, random);
  let referrer = source.referrer;
  for (let views = 1; ; views++) {
    const page = pages[path];
    if (page === undefined) throw new RangeError(`${domain} has no page ${path}`);
    const url = `https://${domain}${path}${views === 1 ? (source.query ?? '') : ''}`;
    yield hit(time, { type: 'pageview', url, ...(referrer !== undefined && { referrer }) });

    const seconds = Math.min(MAX_SECONDS_ON_A_PAGE, 2 + skewedRandom(page.seconds, random));
    const left = time + Math.round(seconds * millisecondsInSecond);
    const { customEvent, exits } = page;
    if (customEvent && random() < customEvent.share) {
      const done = time + Math.round(seconds * millisecondsInSecond * (0.5 + random() / 2));
      yield hit(done, { type: 'custom', url, name: customEvent.name, props: pick(customEvent.props, random) });
    }
    if (views === MAX_VIEWS || random() >= page.onward) {
      if (exits && random() < exits.share) yield hit(left, { type: 'exit', url, link: pick(exits.links, random) });
      return;
    }
    time = left;
    referrer = url;
    path = pick(page.next, random);
  }
}

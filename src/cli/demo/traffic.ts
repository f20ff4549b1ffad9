import { millisecondsInDay, millisecondsInHour, millisecondsInSecond } from 'date-fns/constants';
import { localDate, startOfLocalDay } from '../../time/index.js';
import type { ImportLine } from './import-line.js';
import { newPerson, type Person } from './people.js';
import { pick, type Random, seeded, skewed, type Weighted } from './random.js';
import { hours, planDays } from './rhythm.js';
import { siteMap } from './site-map.js';
import { activeAt, firstSources, laterSources, launchSources, type Source } from './sources.js';

export interface DemoTraffic {
  readonly seed: number;
  /** Epoch milliseconds; no event is later. */
  readonly now: number;
  /** Number of local days, including the day of `now`. */
  readonly days: number;
  /** IANA name. The daily and weekly rhythm follow this zone. */
  readonly timezone: string;
  readonly domain: string;
}

interface Visitor {
  readonly id: string;
  readonly person: Person;
  lastSeen: number;
}

/** Longer than a session's pause, so that visits stay separate. */
const BETWEEN_VISITS = 2 * millisecondsInHour;
/** Share of ordinary visits by a returning visitor, once there is one. */
const RETURNING = 0.34;
const MAX_SECONDS_ON_A_PAGE = 20 * 60;
const MAX_VIEWS = 14;

/** Yields believable visits to a small software company, ordered by their start; the same for the same arguments. */
export function* demoTraffic({ seed, now, days, timezone, domain }: DemoTraffic): Generator<ImportLine> {
  const random = seeded(seed);
  const known: Visitor[] = [];

  for (const day of planDays(datesUntil(localDate(now, timezone), days), random)) {
    const midnight = startOfLocalDay(day.date, timezone);
    const starts = (count: number, launch: boolean) =>
      Array.from({ length: count }, () => ({
        start: midnight + Math.floor((pick(hours, random) + random()) * millisecondsInHour),
        launch,
      }));
    const visits = [...starts(day.ordinaryVisits, false), ...starts(day.launchVisits, true)];
    for (const { start, launch } of visits.sort((a, b) => a.start - b.start)) {
      if (start > now) break;
      const returning = launch ? undefined : someoneAgain(known, start, random);
      const visitor = returning ?? { id: `visitor-${known.length + 1}`, person: newPerson(random), lastSeen: start };
      if (!returning) known.push(visitor);
      const source = pick(sourcesOf(launch, returning !== undefined, day.progress), random);
      for (const line of visit(visitor, start, source, domain, random)) {
        visitor.lastSeen = Date.parse(line.timestamp);
        if (visitor.lastSeen <= now) yield line;
      }
    }
  }
}

function datesUntil(last: string, days: number): readonly string[] {
  return Array.from({ length: days }, (_, index) => {
    const date = new Date(Date.parse(last) - (days - 1 - index) * millisecondsInDay);
    return date.toISOString().slice(0, 10);
  });
}

function sourcesOf(launch: boolean, returning: boolean, progress: number): Weighted<Source> {
  if (launch) return launchSources;
  return activeAt(returning ? laterSources : firstSources, progress);
}

/** Returns a past visitor, preferably a recent one; undefined without a suitable one. */
function someoneAgain(known: readonly Visitor[], start: number, random: Random): Visitor | undefined {
  if (random() >= RETURNING) return undefined;
  const visitor = known[Math.floor(known.length * (1 - random() ** 2))];
  return visitor && visitor.lastSeen < start - BETWEEN_VISITS ? visitor : undefined;
}

/** Yields the events of one visit. */
function* visit(
  { id, person }: Visitor,
  start: number,
  source: Source,
  domain: string,
  random: Random,
): Generator<ImportLine> {
  const line = (time: number, type: ImportLine['type'], url: string): ImportLine => ({
    timestamp: new Date(time).toISOString(),
    type,
    url,
    visitor: id,
    ...person,
  });
  let time = start;
  let path = pick(source.entryPages, random);
  let referrer = source.referrer;
  for (let views = 1; ; views++) {
    const page = siteMap[path]!;
    const url = `https://${domain}${path}${views === 1 ? (source.query ?? '') : ''}`;
    yield { ...line(time, 'pageview', url), ...(referrer === undefined ? {} : { referrer }) };

    const seconds = Math.min(MAX_SECONDS_ON_A_PAGE, 2 + skewed(page.seconds, random));
    const left = time + Math.round(seconds * millisecondsInSecond);
    const { goal, exits } = page;
    if (goal && random() < goal.share) {
      const done = time + Math.round(seconds * millisecondsInSecond * (0.5 + random() / 2));
      yield { ...line(done, 'custom', url), name: goal.name, props: pick(goal.props, random) };
    }
    if (views === MAX_VIEWS || random() >= page.onward) {
      if (exits && random() < exits.share) yield { ...line(left, 'exit', url), link: pick(exits.links, random) };
      return;
    }
    time = left;
    referrer = url;
    path = pick(page.next, random);
  }
}

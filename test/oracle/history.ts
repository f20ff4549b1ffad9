import { ARRIVALS } from './arrivals.js';
import type { PastEvent } from './past-event.js';
import { type Random, seeded } from './random.js';
import { BROWSERS, CONTENTS, DEVICES, LANGUAGES, LINKS, PATHS, PLACES, SCREENS, SYSTEMS } from './samples.js';
import { addDays, clockChanges, dayStart } from './zones.js';

export type { PastEvent } from './past-event.js';

export interface HistoryOptions {
  readonly seed: number;
  readonly zone: string;
  /** The first local day; the last ends `days` later. Long sessions run on for up to two days more. */
  readonly from: string;
  readonly days: number;
  /** Two more are there without a pause for over 24 hours. */
  readonly visitors: number;
  readonly domain: string;
  /** With reports that a page was left, which only the collector takes. */
  readonly leaves?: boolean;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds between the neighbours of a visit: everyday ones, and those around the end of a session. */
const GAPS = [
  ...[1, 4 * SECOND + 5, 25 * SECOND, 3 * MINUTE + 750, 11 * MINUTE],
  ...[29 * MINUTE - 1, 29 * MINUTE, 29.5 * MINUTE],
  ...[30 * MINUTE - 1, 30 * MINUTE, 30 * MINUTE + 1],
];

type Circumstances = Pick<PastEvent, 'country' | 'city' | 'browser' | 'os' | 'device' | 'language'>;

/** Collects events, each at a time of its own within its visitor. */
class Recorder {
  readonly #events: PastEvent[] = [];
  readonly #taken = new Set<string>();
  readonly #usual = new Map<string, Circumstances>();

  constructor(
    private readonly random: Random,
    private readonly options: HistoryOptions,
  ) {}

  /** In the order of time. */
  get events(): readonly PastEvent[] {
    return this.#events.toSorted((one, other) => (one.timestamp < other.timestamp ? -1 : 1));
  }

  /** An event with traits that are mostly the visitor's usual ones, and with the query and referrer given. */
  add(visitor: string, time: number, arrival = this.#arrival()): void {
    const { random } = this;
    const type = random.chance(0.7) ? 'pageview' : random.chance(0.6) ? 'exit' : 'custom';
    const url = this.#url(arrival.query);
    this.#keep(time, {
      type,
      url,
      visitor,
      ...(type === 'exit' && { link: random.pick(LINKS) }),
      ...(type === 'custom' && { name: random.pick(['signup', 'Straße "7"']) }),
      ...(arrival.referrer !== undefined && { referrer: arrival.referrer }),
      ...this.#circumstances(visitor),
    });
    if (this.options.leaves && random.chance(0.4)) this.#leave(visitor, time, url);
  }

  #leave(visitor: string, viewed: number, url: string): void {
    const after = this.random.pick([2 * SECOND, 40 * SECOND, 12 * MINUTE, 30 * MINUTE - 1, 30 * MINUTE + 1]);
    const seconds = this.random.pick([Math.floor(after / SECOND), 1, 7200]);
    const depth = () => (this.random.chance(0.3) ? {} : { scroll: this.random.below(101) });
    this.#keep(viewed + after, { type: 'leave', url, visitor, seconds, device: 'desktop', ...depth() });
    if (this.random.chance(0.5)) return;
    const later = { seconds: seconds + 15, ...depth() };
    this.#keep(viewed + after + 20 * SECOND, { type: 'leave', url, visitor, device: 'desktop', ...later });
  }

  #keep(time: number, event: Omit<PastEvent, 'timestamp'>): void {
    const key = `${time} ${event.visitor}`;
    if (this.#taken.has(key)) return;
    this.#taken.add(key);
    this.#events.push({ timestamp: new Date(time).toISOString(), ...event });
  }

  #arrival(): { readonly query: string; readonly referrer?: string } {
    const { random } = this;
    const { domain } = this.options;
    if (random.chance(0.35)) return random.pick(ARRIVALS);
    if (random.chance(0.3)) return { query: '', referrer: `https://${random.pick(['', 'www.', 'blog.'])}${domain}/x` };
    return random.chance(0.1) ? { query: '', referrer: 'no address' } : { query: '' };
  }

  #url(query: string): string {
    const { random } = this;
    const host = `${random.pick(['', '', 'www.', 'shop.'])}${this.options.domain}`;
    const search = random.chance(0.2) ? `${query === '' ? '?' : `${query}&`}q=a%20b` : query;
    return `https://${host}${random.pick(PATHS)}${search}${random.chance(0.1) ? '#part' : ''}`;
  }

  #circumstances(visitor: string): Circumstances {
    const { random } = this;
    const usual = this.#usual.get(visitor);
    if (usual !== undefined && random.chance(0.75)) return usual;
    const [browser, os, language] = [random.pick(BROWSERS), random.pick(SYSTEMS), random.pick(LANGUAGES)];
    const made = {
      ...random.pick(PLACES),
      ...(browser !== undefined && { browser }),
      ...(os !== undefined && { os }),
      device: random.pick(DEVICES),
      ...(language !== undefined && { language }),
    };
    if (usual === undefined) this.#usual.set(visitor, made);
    return made;
  }
}

/** A history of what goes wrong elsewhere; the same options give the same one. */
export function randomHistory(options: HistoryOptions): readonly PastEvent[] {
  const random = seeded(options.seed);
  const recorder = new Recorder(random, options);
  const visitors = Array.from({ length: options.visitors }, (_, index) => `visitor ${options.seed}-${index} é"'\\`);
  const { zone, from, days } = options;
  const starts = Array.from({ length: days + 1 }, (_, day) => dayStart(zone, addDays(from, day)));
  const [start = 0, end = 0] = [starts[0], starts.at(-1)];
  const someone = (): string => random.pick(visitors);
  const visit = (visitor: string, first: number, length: number): void => {
    for (let time = first, event = 0; event < length; event++, time += random.pick(GAPS)) recorder.add(visitor, time);
  };

  for (const visitor of visitors) {
    for (let visits = 1 + random.below(4); visits > 0; visits--) {
      visit(visitor, start + random.below(end - start), 1 + random.below(6));
    }
  }
  for (const arrival of ARRIVALS) {
    const [visitor, time] = [someone(), start + random.below(end - start)];
    recorder.add(visitor, time, arrival);
    if (random.chance(0.5)) recorder.add(visitor, time + random.pick(GAPS));
  }
  for (const midnight of starts) {
    recorder.add(someone(), midnight);
    recorder.add(someone(), midnight - 1);
    visit(someone(), midnight - 10 * MINUTE, 3);
    recorder.add(someone(), midnight + (1 + random.below(22)) * HOUR);
  }
  for (const change of clockChanges(zone, start, end)) {
    for (const time of [change - 1, change, change + 1, change - HOUR, change + HOUR / 2, change + HOUR]) {
      recorder.add(someone(), time);
    }
    const crossing = someone();
    for (let time = change - 95 * MINUTE; time < change + 95 * MINUTE; time += 25 * MINUTE)
      recorder.add(crossing, time);
  }
  for (const exactly of [true, false]) {
    const [visitor, first] = [`steady ${exactly}`, start + random.below(end - start)];
    for (let time = first; time < first + 24 * HOUR; time += 20 * MINUTE) recorder.add(visitor, time);
    if (exactly) recorder.add(visitor, first + 24 * HOUR);
    recorder.add(visitor, first + 24 * HOUR + 1);
    visit(visitor, first + 24 * HOUR + 4 * MINUTE, 3);
  }
  return withDetails(recorder.events, seeded(options.seed));
}

/** Adds screens, and what the links of a campaign differ in. */
const withDetails = (events: readonly PastEvent[], random: Random): readonly PastEvent[] =>
  events.map((event) => {
    const screen = random.pick(SCREENS);
    const seen = screen === undefined || event.type === 'leave' ? event : { ...event, screen };
    if (!random.chance(0.4)) return seen;
    const [address = '', ...fragment] = event.url.split('#');
    const content = `utm_content=${encodeURIComponent(random.pick(CONTENTS))}&utm_term=${encodeURIComponent(random.pick(CONTENTS))}`;
    const url = [`${address}${address.includes('?') ? '&' : '?'}${content}`, ...fragment].join('#');
    return { ...seen, url };
  });

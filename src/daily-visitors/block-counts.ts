import { crc32 } from 'node:zlib';
import { GrowingBuffer } from '../lib/growing-buffer.js';
import { localDay, localDayStarts } from '../time/index.js';
import {
  type Count,
  type CountedColumn,
  type CountedValues,
  countedDimensions,
  dimensionName,
  type EventDimension,
  encodeValues,
  NO_DAY,
  NO_FIRST_DAY,
  QUARTER,
  quarterValue,
  storedDay,
} from './dimensions.js';
import { type Beginning, hashValues, type Opened, type VisitorHistory } from './visitor-history.js';

/** The columns of `daily_visitors`, in the order of its rows. */
export const dailyVisitorsColumns: readonly string[] = [
  'website_id',
  'generation',
  'dimension',
  'value',
  'day',
  'previous_day',
  'first_day',
  'visitors',
  'pageviews',
  'events',
  'sessions',
  'bounces',
  'duration',
];

/** An event that changes the counts, and its session. Times are epoch milliseconds. */
export interface CountedEvent {
  readonly websiteId: string;
  readonly visitorId: string;
  readonly count: Count;
  readonly sessionStart: number;
  /** Returns the session's values in the counted columns. Called once per session. */
  readonly values: () => CountedValues;
  /** Time of the session's last event before this one; undefined for its first event. */
  readonly lastEvent: number | undefined;
  /** The pages and custom events of the visitor until the session's last block; undefined when they have to be looked up. */
  readonly opened: Opened | undefined;
  readonly time: number;
  /** A leave counts for no visitor: it only extends its session. */
  readonly type: string;
  readonly path: string;
  /** Of a custom event. */
  readonly name: string;
  /** The facts it adds to its session; `duration` in milliseconds. */
  readonly sessions: number;
  readonly bounces: number;
  readonly duration: number;
}

/** What a visitor did on a local day in one session of a block. */
interface TallyDay {
  /** Time of the first event. */
  readonly first: number;
  /** Pageviews and events by quarter of an hour. */
  readonly quarters: Map<string, EventFigures>;
}

/** A page or custom event in one session of a block: its facts by local day, in the order of the events. */
interface OpenedValue {
  readonly dimension: EventDimension;
  readonly value: string;
  readonly days: Map<number, EventFigures>;
  last: number;
}

/** The sums of one session's events in a block. */
interface Tally extends Omit<Beginning, 'hashes'> {
  readonly count: Count;
  readonly start: number;
  readonly values: CountedValues;
  /** Time of the session's last event in an earlier block; undefined when the session begins in this one. */
  readonly lastEvent: number | undefined;
  /** As in the session's first event of the block. After the count, with those of the block. */
  opened: Opened | undefined;
  /** The days on which the visitor was active, in the order of the events. */
  readonly days: Map<number, TallyDay>;
  /** By hash. */
  readonly shown: Map<number, OpenedValue>;
  sessions: number;
  bounces: number;
  duration: number;
}

export interface CountedBlock {
  /** Rows of `daily_visitors`, one per line. */
  readonly rows: Uint8Array;
  /** Websites whose events arrived out of order of their days: their counts must be rebuilt. */
  readonly disordered: ReadonlySet<string>;
}

/** The pages and custom events that a visitor has opened by the end of a block, for the session's next one. */
export interface OpenedBySession {
  readonly websiteId: string;
  readonly visitorId: string;
  readonly start: number;
  readonly generation: number;
  readonly times: Opened;
}

/** Counts the visitors of a block's events by day, as stored in `daily_visitors`. */
export class BlockCounts {
  readonly #tallies = new Map<string, Tally>();
  readonly #zones = new Map<string, LocalDays>();

  add(event: CountedEvent): void {
    const tally = this.#findTally(event);
    tally.sessions += event.sessions;
    tally.bounces += event.bounces;
    tally.duration += event.duration;
    const { type, time } = event;
    if (type === 'leave') return;
    const day = this.#localDay(event.count, time);
    const today = tally.days.get(day) ?? { first: time, quarters: new Map<string, EventFigures>() };
    tally.days.set(day, today);
    addEvent(today.quarters, quarterValue(time), type);
    for (const [dimension, value] of listShown(event)) {
      const hash = hashShown(dimension, value);
      const found = tally.shown.get(hash) ?? { dimension, value, days: new Map<number, EventFigures>(), last: time };
      addEvent(found.days, day, type);
      found.last = time;
      tally.shown.set(hash, found);
    }
  }

  /** The sessions whose visitors have to be looked up: those that begin in the block, and those whose pages are not known. */
  get beginnings(): readonly Beginning[] {
    return this.#lookedUp.map(({ websiteId, visitorId, values }) => ({
      websiteId,
      visitorId,
      hashes: hashValues(values),
    }));
  }

  /** @param histories of the visitors before the block, in the order of `beginnings` */
  count(histories: readonly (VisitorHistory | undefined)[]): CountedBlock {
    const rows = new DayRows();
    const disordered = new Set<string>();
    const known = new Map(this.#lookedUp.map((tally, index) => [tally, histories[index]]));
    const earlier = new Map<string, Tally[]>();
    for (const tally of this.#tallies.values()) {
      const { count, websiteId, visitorId, values, lastEvent, days } = tally;
      const dayOf = (instant: number) => this.#localDay(count, instant);
      const history = known.get(tally);
      const key = `${websiteId}/${visitorId}`;
      // If a visitor has several sessions in the block, ClickHouse does not have the earlier ones yet.
      const others = earlier.get(key) ?? [];
      const firstDay = earliest([...(history ? [dayOf(history.first)] : []), ...others.flatMap(listDays)]);
      const facts = [...this.#dailyFacts(tally)];
      /** Adds facts to the rows of a value, and the visitor to those of the days on which they come with it. */
      const addDays = (
        row: ValueRows,
        previousDay: number | undefined,
        facts: Iterable<readonly [day: number, Partial<Figures>]>,
        { comes = () => true, first, onVisitor }: AddOptions = {},
      ) => {
        let previous = previousDay;
        for (const [day, figures] of facts) {
          row.add(day, NO_DAY, NO_FIRST_DAY, figures);
          if (!comes(day)) continue;
          if (previous !== undefined && previous > day) disordered.add(websiteId);
          if (previous === undefined || previous < day) {
            const firstDay = previous === undefined && first !== undefined && first < day ? first : NO_FIRST_DAY;
            row.add(day, previous ?? NO_DAY, firstDay, ONE_VISITOR);
            onVisitor?.(day, previous ?? NO_DAY, firstDay);
          }
          previous = day;
        }
      };
      const ofDimension = (dimension: string, value: string) => rows.of(websiteId, count.generation, dimension, value);
      countedDimensions.forEach((columns, index) => {
        const inHistory = history?.last[index] || undefined;
        const previous = latest([
          ...(lastEvent === undefined ? [] : [dayOf(lastEvent)]),
          ...(inHistory === undefined ? [] : [dayOf(inHistory)]),
          ...others.filter((other) => isSame(other.values, values, columns)).flatMap(listDays),
        ]);
        const row = ofDimension(dimensionName(columns), encodeValues(columns.map((column) => values[column])));
        addDays(row, previous, facts, {
          comes: (day) => days.has(day),
          first: firstDay,
          ...(columns.length === 0 && {
            onVisitor: (day: number, previousDay: number, first: number) =>
              ofDimension(QUARTER, quarterValue(days.get(day)!.first)).add(day, previousDay, first, ONE_VISITOR),
          }),
        });
      });
      this.#addQuarters(tally, (quarter) => ofDimension(QUARTER, quarter));
      const before = joinOpened([
        tally.opened ?? history?.opened ?? NONE_OPENED,
        ...others.map(({ opened }) => opened!),
      ]);
      for (const [hash, { dimension, value, days: shownOn }] of tally.shown) {
        const last = before.get(hash);
        addDays(ofDimension(dimension, value), last === undefined ? undefined : dayOf(last), shownOn);
      }
      tally.opened = joinOpened([before, new Map([...tally.shown].map(([hash, { last }]) => [hash, last]))]);
      earlier.set(key, [...others, tally]);
    }
    return { rows: rows.bytes(), disordered };
  }

  /** What the visitors of the sessions have opened, after the count. */
  get opened(): readonly OpenedBySession[] {
    return [...this.#tallies.values()].map(({ websiteId, visitorId, start, count, opened = NONE_OPENED }) => ({
      websiteId,
      visitorId,
      start,
      generation: count.generation,
      times: opened,
    }));
  }

  /** Returns a session's facts by day: pageviews on their own day, the rest on the session's first day. */
  #dailyFacts({ count, start, days, sessions, bounces, duration }: Tally): ReadonlyMap<number, Partial<Figures>> {
    const facts = new Map<number, Partial<Figures>>();
    const firstDay = this.#localDay(count, start);
    if (!days.has(firstDay)) facts.set(firstDay, { sessions, bounces, duration });
    for (const [day, { quarters }] of days) {
      const all = [...quarters.values()];
      const pageviews = all.reduce((sum, each) => sum + each.pageviews, 0);
      const events = all.reduce((sum, each) => sum + each.events, 0);
      facts.set(day, { pageviews, events, ...(day === firstDay && { sessions, bounces, duration }) });
    }
    return facts;
  }

  /** Adds the same facts by quarter of an hour. */
  #addQuarters(
    { count, start, days, sessions, bounces, duration }: Tally,
    rowsOf: (quarter: string) => ValueRows,
  ): void {
    rowsOf(quarterValue(start)).add(this.#localDay(count, start), NO_DAY, NO_FIRST_DAY, {
      sessions,
      bounces,
      duration,
    });
    for (const [day, { quarters }] of days) {
      for (const [quarter, figures] of quarters) rowsOf(quarter).add(day, NO_DAY, NO_FIRST_DAY, figures);
    }
  }

  get #lookedUp(): readonly Tally[] {
    return [...this.#tallies.values()].filter(
      ({ lastEvent, opened }) => lastEvent === undefined || opened === undefined,
    );
  }

  #findTally({ websiteId, visitorId, count, sessionStart: start, values, lastEvent, opened }: CountedEvent): Tally {
    const key = `${websiteId}/${visitorId}/${start}`;
    const known = this.#tallies.get(key);
    if (known !== undefined) return known;
    const facts = { sessions: 0, bounces: 0, duration: 0, days: new Map<number, TallyDay>() };
    const shown = new Map<number, OpenedValue>();
    const tally: Tally = { websiteId, visitorId, count, start, values: values(), lastEvent, opened, shown, ...facts };
    this.#tallies.set(key, tally);
    return tally;
  }

  #localDay({ zone }: Count, instant: number): number {
    const days = this.#zones.get(zone) ?? new LocalDays(zone);
    this.#zones.set(zone, days);
    return days.find(instant);
  }
}

interface AddOptions {
  /** Returns whether the visitor comes on a day; always by default. */
  readonly comes?: (day: number) => boolean;
  /** The visitor's first day on the website, if the rows say it. */
  readonly first?: number | undefined;
  readonly onVisitor?: (day: number, previousDay: number, firstDay: number) => void;
}

/** Finds the stored days of a zone. Repeats of a day are fast. */
class LocalDays {
  readonly #starts: (instant: number) => number;
  readonly #days = new Map<number, number>();

  constructor(private readonly zone: string) {
    this.#starts = localDayStarts(zone);
  }

  find(instant: number): number {
    const start = this.#starts(instant);
    const day = this.#days.get(start) ?? storedDay(localDay(start, this.zone));
    this.#days.set(start, day);
    return day;
  }
}

/** Hashes a page or custom event as the view behind `sessions` does. */
const hashShown = (dimension: EventDimension, value: string): number =>
  crc32(dimension === 'path' ? value : `event ${value}`);

/** Lists the dimensions of single events that an event has. */
const listShown = ({ type, path, name }: CountedEvent): readonly (readonly [EventDimension, value: string])[] =>
  type === 'custom'
    ? [
        ['path', path],
        ['name', name],
      ]
    : [['path', path]];

/** Adds an event to the figures of a key. */
function addEvent<Key>(figures: Map<Key, EventFigures>, key: Key, type: string): void {
  const { pageviews = 0, events = 0 } = figures.get(key) ?? {};
  figures.set(key, { pageviews: pageviews + (type === 'pageview' ? 1 : 0), events: events + 1 });
}

const NONE_OPENED: Opened = new Map();

/** Returns the latest times of several. */
function joinOpened(all: readonly Opened[]): Opened {
  const joined = new Map<number, number>();
  for (const opened of all) {
    for (const [hash, time] of opened) joined.set(hash, Math.max(joined.get(hash) ?? 0, time));
  }
  return joined;
}

const latest = (days: readonly number[]): number | undefined => (days.length === 0 ? undefined : Math.max(...days));

const earliest = (days: readonly number[]): number | undefined => (days.length === 0 ? undefined : Math.min(...days));

const listDays = ({ days }: Tally): readonly number[] => [...days.keys()];

const isSame = (a: CountedValues, b: CountedValues, columns: readonly CountedColumn[]): boolean =>
  columns.every((column) => a[column] === b[column]);

/** The sums in a row of `daily_visitors`; `duration` in milliseconds. */
interface Figures {
  visitors: number;
  pageviews: number;
  events: number;
  sessions: number;
  bounces: number;
  duration: number;
}

type EventFigures = Readonly<Pick<Figures, 'pageviews' | 'events'>>;

const FIGURES = ['visitors', 'pageviews', 'events', 'sessions', 'bounces', 'duration'] as const;

const ONE_VISITOR: Partial<Figures> = { visitors: 1 };

/** Adds to the rows of one value. */
interface ValueRows {
  add(day: number, previousDay: number, firstDay: number, added: Partial<Figures>): void;
}

/** Sums up rows of `daily_visitors`. */
class DayRows {
  readonly #rows = new Map<string, Figures>();

  of(websiteId: string, generation: number, dimension: string, value: string): ValueRows {
    const prefix = `["${websiteId}",${generation},"${dimension}",${JSON.stringify(value)}`;
    return {
      add: (day, previousDay, firstDay, added) => {
        const key = `${prefix},${day},${previousDay},${firstDay}`;
        const row = this.#rows.get(key) ?? {
          visitors: 0,
          pageviews: 0,
          events: 0,
          sessions: 0,
          bounces: 0,
          duration: 0,
        };
        for (const name of FIGURES) row[name] += added[name] ?? 0;
        this.#rows.set(key, row);
      },
    };
  }

  /** Returns the rows, without those of nothing. */
  bytes(): Uint8Array {
    const buffer = new GrowingBuffer();
    for (const [key, row] of this.#rows) {
      const figures = FIGURES.map((name) => row[name]);
      if (figures.some((figure) => figure !== 0)) buffer.write(`${key},${figures.join(',')}]\n`);
    }
    return buffer.bytes();
  }
}

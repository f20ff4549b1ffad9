import { crc32 } from 'node:zlib';
import { findOrAdd } from '../lib/map-groups.js';
import { type CountedBlock, DayRows, type EventFigures, type Figures } from './day-rows.js';
import {
  type Count,
  type CountedColumn,
  type CountedValues,
  countedDimensions,
  dimensionName,
  type EventDimension,
  QUARTER,
  quarterValue,
} from './dimensions.js';
import { LocalDays } from './local-days.js';
import { encodeValues } from './values.js';
import { type Beginning, hashValues, type Opened, type VisitorHistory } from './visitor-history.js';

const dimensionNames = countedDimensions.map(dimensionName);

/** An event that changes the counts, with its session. Times are epoch milliseconds. */
export interface CountedEvent {
  readonly websiteId: string;
  readonly visitorId: string;
  readonly count: Count;
  readonly sessionStart: number;
  /** The session's values in the counted columns. Called once per session. */
  readonly values: () => CountedValues;
  /** Time of the session's last event before this one; undefined for its first event. */
  readonly lastEvent: number | undefined;
  /** Pages and custom events of the visitor until the session's last block; undefined when they must be looked up. */
  readonly opened: Opened | undefined;
  readonly time: number;
  /** A leave is counted for no visitor: it only extends its session. */
  readonly type: string;
  readonly path: string;
  /** Of a custom event. */
  readonly name: string;
  /** Facts that the event adds to its session; `duration` in milliseconds. */
  readonly sessions: number;
  readonly bounces: number;
  readonly duration: number;
}

/** A visitor's activity on a local day in one session of a block. */
interface TallyDay {
  /** Time of the first event, which a clock change may have put after later ones. */
  first: number;
  /** By quarter of an hour. */
  readonly quarters: Map<string, EventFigures>;
}

/** A page or custom event in one session of a block: its facts by local day, in the order of the events. */
interface OpenedValue {
  readonly dimension: EventDimension;
  readonly value: string;
  readonly days: Map<number, EventFigures>;
  last: number;
}

/** Sums of one session's events in a block. */
interface Tally extends Omit<Beginning, 'hashes' | 'shown'> {
  readonly count: Count;
  readonly start: number;
  readonly values: CountedValues;
  /** Time of the session's last event in an earlier block; undefined when the session begins in this block. */
  readonly lastEvent: number | undefined;
  /** Pages and custom events before the block; after `count`, including those of the block. */
  opened: Opened | undefined;
  /** Whether `opened` is everything that the visitor has opened. */
  isWhole: boolean;
  /** Days on which the visitor was active, in the order of the events. */
  readonly days: Map<number, TallyDay>;
  /** Pages and custom events of the block, by dimension and value. */
  readonly shown: Map<string, OpenedValue>;
  sessions: number;
  bounces: number;
  duration: number;
}

/** The pages and custom events that a visitor has opened by the end of a block, for the session's next block. */
interface OpenedBySession {
  readonly websiteId: string;
  readonly visitorId: string;
  readonly start: number;
  readonly generation: number;
  readonly times: Opened;
}

/** Produces rows of `daily_visitors`. */
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
    const today = findOrAdd(tally.days, day, () => ({ first: time, quarters: new Map<string, EventFigures>() }));
    today.first = Math.min(today.first, time);
    addEvent(today.quarters, quarterValue(time), type);
    for (const [dimension, value] of listShown(event)) {
      const added = () => ({ dimension, value, days: new Map<number, EventFigures>(), last: time });
      const found = findOrAdd(tally.shown, `${dimension} ${value}`, added);
      addEvent(found.days, day, type);
      found.last = Math.max(found.last, time);
    }
  }

  /**
   * Sessions whose visitors must be looked up: those that begin in the block, and those whose earlier pages are
   * unknown.
   */
  get beginnings(): readonly Beginning[] {
    return this.#lookedUp.map(({ websiteId, visitorId, values, shown }) => ({
      websiteId,
      visitorId,
      hashes: hashValues(values),
      shown: [...shown.values()].map(({ dimension, value }) => hashShown(dimension, value)),
    }));
  }

  /** @param histories of the visitors before the block, in the order of `beginnings` */
  count(histories: readonly (VisitorHistory | undefined)[]): CountedBlock {
    const rows = new DayRows();
    const known = new Map(this.#lookedUp.map((tally, index) => [tally, histories[index]]));
    const earlier = new Map<string, Tally[]>();
    for (const tally of this.#tallies.values()) {
      const key = `${tally.websiteId}/${tally.visitorId}`;
      // ClickHouse does not have a visitor's earlier sessions in this block yet.
      const before: Before = { history: known.get(tally), others: earlier.get(key) ?? [] };
      this.#countTraits(tally, before, rows);
      this.#countShown(tally, before, rows);
      earlier.set(key, [...before.others, tally]);
    }
    return rows.read();
  }

  /** Adds a session by its traits, and by quarter of an hour. */
  #countTraits(tally: Tally, { history, others }: Before, rows: DayRows): void {
    const { count, values, lastEvent, days, start, sessions, bounces, duration } = tally;
    const toDay = (instant: number) => this.#localDay(count, instant);
    /** The visitor is counted on the day already, perhaps in the quarter of an hour of a later event. */
    const isBehind = (day: number, first: number) =>
      lastEvent !== undefined && first < lastEvent && day !== toDay(start);
    const visit = { sessions, bounces, duration };
    const facts = listFacts(days, toDay(start), visit);
    const firstDay = earliest([...(history ? [toDay(history.first)] : []), ...others.flatMap(listDays)]);
    countedDimensions.forEach((columns, index) => {
      const inHistory = history?.last[index] || undefined;
      let previous = latest([
        ...(lastEvent === undefined ? [] : [toDay(lastEvent)]),
        ...(inHistory === undefined ? [] : [toDay(inHistory)]),
        ...others.filter((other) => isSame(other.values, values, columns)).flatMap(listDays),
      ]);
      const row = rows.of(tally, dimensionNames[index]!, encodeValues(columns, values));
      for (const [day, figures] of facts) row.addFacts(day, figures);
      for (const [day, { first }] of days) {
        row.addVisitor(day, previous, firstDay);
        row.isDisordered ||= isBehind(day, first);
        if (columns.length === 0) rows.of(tally, QUARTER, quarterValue(first)).addVisitor(day, previous);
        previous = day;
      }
    });
    rows.of(tally, QUARTER, quarterValue(start)).addFacts(toDay(start), visit);
    for (const [day, { quarters }] of days) {
      for (const [quarter, figures] of quarters) rows.of(tally, QUARTER, quarter).addFacts(day, figures);
    }
  }

  #countShown(tally: Tally, { history, others }: Before, rows: DayRows): void {
    const before = joinOpened([tally.opened ?? history?.opened ?? new Map(), ...others.map(({ opened }) => opened!)]);
    for (const { dimension, value, days } of tally.shown.values()) {
      const last = before.get(hashShown(dimension, value));
      let previous = last === undefined ? undefined : this.#localDay(tally.count, last);
      const row = rows.of(tally, dimension, value);
      for (const [day, figures] of days) {
        row.addFacts(day, figures);
        row.addVisitor(day, previous);
        previous = day;
      }
    }
    tally.isWhole = (history?.isWhole ?? true) && others.every(({ isWhole }) => isWhole);
    tally.opened = joinOpened([
      before,
      new Map([...tally.shown.values()].map(({ dimension, value, last }) => [hashShown(dimension, value), last])),
    ]);
  }

  /** The visitors' opened pages and custom events after the count, where they are completely known. */
  get opened(): readonly OpenedBySession[] {
    const known = [...this.#tallies.values()].filter(({ isWhole }) => isWhole);
    return known.map(({ websiteId, visitorId, start, count, opened = new Map() }) => ({
      websiteId,
      visitorId,
      start,
      generation: count.generation,
      times: opened,
    }));
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
    const shown = new Map<string, OpenedValue>();
    const tally: Tally = {
      websiteId,
      visitorId,
      count,
      start,
      values: values(),
      lastEvent,
      opened,
      isWhole: true,
      shown,
      ...facts,
    };
    this.#tallies.set(key, tally);
    return tally;
  }

  #localDay({ zone }: Count, instant: number): number {
    return findOrAdd(this.#zones, zone, () => new LocalDays(zone)).find(instant);
  }
}

/** Known about a session's visitor: the history before the block, and earlier sessions in the block. */
interface Before {
  readonly history: VisitorHistory | undefined;
  readonly others: readonly Tally[];
}

/** Must equal the hash in the view behind `sessions`. */
const hashShown = (dimension: EventDimension, value: string): number =>
  crc32(dimension === 'path' ? value : `event ${value}`);

/** Dimensions of single events. */
const listShown = ({ type, path, name }: CountedEvent): readonly (readonly [EventDimension, value: string])[] =>
  type === 'custom'
    ? [
        ['path', path],
        ['name', name],
      ]
    : [['path', path]];

function addEvent<Key>(figures: Map<Key, EventFigures>, key: Key, type: string): void {
  const { pageviews = 0, events = 0 } = figures.get(key) ?? {};
  figures.set(key, { pageviews: pageviews + (type === 'pageview' ? 1 : 0), events: events + 1 });
}

/** Facts of events by their day; facts of the session on the day of its start. */
function listFacts(days: Tally['days'], startDay: number, visit: Pick<Figures, 'sessions' | 'bounces' | 'duration'>) {
  const facts = new Map<number, Partial<Figures>>([[startDay, visit]]);
  for (const [day, { quarters }] of days) {
    let [pageviews, events] = [0, 0];
    for (const figures of quarters.values()) {
      pageviews += figures.pageviews;
      events += figures.events;
    }
    facts.set(day, { ...facts.get(day), pageviews, events });
  }
  return facts;
}

/** Keeps the latest time of each. */
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

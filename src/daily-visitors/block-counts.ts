import { GrowingBuffer } from '../lib/growing-buffer.js';
import { localDayStarts } from '../time/index.js';
import { type Count, type CountedColumn, type CountedValues, countedDimensions, dimensionName } from './dimensions.js';
import { type Beginning, hashValues, type VisitorHistory } from './visitor-history.js';

/** The columns of `daily_visitors`, in the order of its rows. */
export const dailyVisitorsColumns: readonly string[] = [
  'website_id',
  'generation',
  'dimension',
  'value',
  'day',
  'seen',
  'previous_day',
  'visitors',
  'pageviews',
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
  readonly time: number;
  /** A leave counts for no visitor: it only extends its session. */
  readonly type: string;
  /** The facts it adds to its session; `duration` in milliseconds. */
  readonly sessions: number;
  readonly bounces: number;
  readonly duration: number;
}

/** The sums of one session's events in a block. */
interface Tally extends Omit<Beginning, 'hashes'> {
  readonly count: Count;
  readonly start: number;
  readonly values: CountedValues;
  /** Time of the session's last event in an earlier block; undefined when the session begins in this one. */
  readonly lastEvent: number | undefined;
  /** Pageviews by the local days on which the visitor was active, in the order of the events. */
  readonly days: Map<number, number>;
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

/** Counts the visitors of a block's events by day, as stored in `daily_visitors`. */
export class BlockCounts {
  readonly #tallies = new Map<string, Tally>();
  readonly #days = new Map<string, (instant: number) => number>();

  add(event: CountedEvent): void {
    const tally = this.#findTally(event);
    tally.sessions += event.sessions;
    tally.bounces += event.bounces;
    tally.duration += event.duration;
    if (event.type === 'leave') return;
    const day = this.#localDay(event.count, event.time);
    tally.days.set(day, (tally.days.get(day) ?? 0) + (event.type === 'pageview' ? 1 : 0));
  }

  /** The sessions that begin in the block. */
  get beginnings(): readonly Beginning[] {
    return this.#begun.map(({ websiteId, visitorId, values }) => ({
      websiteId,
      visitorId,
      hashes: hashValues(values),
    }));
  }

  /** @param histories of the visitors before the block, in the order of `beginnings` */
  count(histories: readonly (VisitorHistory | undefined)[]): CountedBlock {
    const rows = new DayRows();
    const disordered = new Set<string>();
    const known = new Map(this.#begun.map((tally, index) => [tally, histories[index]]));
    const earlier = new Map<string, Tally[]>();
    for (const tally of this.#tallies.values()) {
      const { count, websiteId, visitorId, values, lastEvent } = tally;
      const dayStart = (instant: number) => this.#localDay(count, instant);
      const history = known.get(tally);
      const key = `${websiteId}/${visitorId}`;
      // If a visitor has several sessions in the block, ClickHouse does not have the earlier ones yet.
      const others = earlier.get(key) ?? [];
      const firstDay = earliest([...(history ? [dayStart(history.first)] : []), ...others.flatMap(listDays)]);
      const facts = [...this.#dailyFacts(tally)];
      countedDimensions.forEach((columns, index) => {
        const row = rows.of(websiteId, count.generation, columns, values);
        const inHistory = history?.last[index] || undefined;
        let previous = latest([
          ...(lastEvent === undefined ? [] : [dayStart(lastEvent)]),
          ...(inHistory === undefined ? [] : [dayStart(inHistory)]),
          ...others.filter((other) => isSame(other.values, values, columns)).flatMap(listDays),
        ]);
        for (const [day, figures] of facts) {
          row.add(day, 'new', 0, figures);
          if (!tally.days.has(day)) continue;
          if (previous !== undefined && previous > day) disordered.add(websiteId);
          if (previous === undefined) row.add(day, ...beforeFirst(firstDay, day), ONE_VISITOR);
          else if (previous < day) row.add(day, 'again', previous, ONE_VISITOR);
          previous = day;
        }
      });
      earlier.set(key, [...others, tally]);
    }
    return { rows: rows.bytes(), disordered };
  }

  /** Returns a session's facts by day: pageviews on their own day, the rest on the session's first day. */
  #dailyFacts({ count, start, days, sessions, bounces, duration }: Tally): ReadonlyMap<number, Figures> {
    const facts = new Map<number, Figures>();
    const firstDay = this.#localDay(count, start);
    if (!days.has(firstDay)) facts.set(firstDay, { visitors: 0, pageviews: 0, sessions, bounces, duration });
    for (const [day, pageviews] of days) {
      const ofSession = day === firstDay ? { sessions, bounces, duration } : NO_SESSION;
      facts.set(day, { visitors: 0, pageviews, ...ofSession });
    }
    return facts;
  }

  get #begun(): readonly Tally[] {
    return [...this.#tallies.values()].filter(({ lastEvent }) => lastEvent === undefined);
  }

  #findTally({ websiteId, visitorId, count, sessionStart: start, values, lastEvent }: CountedEvent): Tally {
    const key = `${websiteId}/${visitorId}/${start}`;
    const known = this.#tallies.get(key);
    if (known !== undefined) return known;
    const facts = { sessions: 0, bounces: 0, duration: 0, days: new Map<number, number>() };
    const tally: Tally = { websiteId, visitorId, count, start, values: values(), lastEvent, ...facts };
    this.#tallies.set(key, tally);
    return tally;
  }

  /** Returns the start of the local day that contains an instant; ClickHouse has no day before 1970. */
  #localDay({ zone }: Count, instant: number): number {
    const starts = this.#days.get(zone) ?? localDayStarts(zone);
    this.#days.set(zone, starts);
    return Math.max(0, starts(instant));
  }
}

type Seen = 'again' | 'elsewhere' | 'new';

/** Returns how a visitor's first event with a value is classified. */
const beforeFirst = (firstDay: number | undefined, day: number): readonly [Seen, previousDay: number] =>
  firstDay !== undefined && firstDay < day ? ['elsewhere', firstDay] : ['new', 0];

const latest = (days: readonly number[]): number | undefined => (days.length === 0 ? undefined : Math.max(...days));

const earliest = (days: readonly number[]): number | undefined => (days.length === 0 ? undefined : Math.min(...days));

const listDays = ({ days }: Tally): readonly number[] => [...days.keys()];

const isSame = (a: CountedValues, b: CountedValues, columns: readonly CountedColumn[]): boolean =>
  columns.every((column) => a[column] === b[column]);

/** The sums in a row of `daily_visitors`; `duration` in milliseconds. */
interface Figures {
  visitors: number;
  pageviews: number;
  sessions: number;
  bounces: number;
  duration: number;
}

const NO_SESSION = { sessions: 0, bounces: 0, duration: 0 };

const ONE_VISITOR: Figures = { visitors: 1, pageviews: 0, ...NO_SESSION };

/** Sums up rows of `daily_visitors`. */
class DayRows {
  readonly #rows = new Map<string, Figures>();

  /** Returns the rows of one value. */
  of(websiteId: string, generation: number, columns: readonly CountedColumn[], values: CountedValues) {
    const value = JSON.stringify(columns.map((column) => values[column]));
    const prefix = `["${websiteId}",${generation},"${dimensionName(columns)}",${value}`;
    return {
      add: (day: number, seen: Seen, previousDay: number, added: Figures): void => {
        const key = `${prefix},${day / 1000},"${seen}",${previousDay / 1000}`;
        const row = this.#rows.get(key) ?? { visitors: 0, pageviews: 0, ...NO_SESSION };
        row.visitors += added.visitors;
        row.pageviews += added.pageviews;
        row.sessions += added.sessions;
        row.bounces += added.bounces;
        row.duration += added.duration;
        this.#rows.set(key, row);
      },
    };
  }

  bytes(): Uint8Array {
    const buffer = new GrowingBuffer();
    for (const [key, { visitors, pageviews, sessions, bounces, duration }] of this.#rows) {
      buffer.write(`${key},${visitors},${pageviews},${sessions},${bounces},${duration}]\n`);
    }
    return buffer.bytes();
  }
}

import { GrowingBuffer } from '../lib/growing-buffer.js';
import { findOrAdd } from '../lib/map-groups.js';
import { type Count, NO_DAY, NO_FIRST_DAY } from './dimensions.js';

/** Sums in a row of `daily_visitors`; `duration` in milliseconds. */
const FIGURES = ['visitors', 'pageviews', 'events', 'sessions', 'bounces', 'duration'] as const;

export type Figures = Record<(typeof FIGURES)[number], number>;

export type EventFigures = Readonly<Pick<Figures, 'pageviews' | 'events'>>;

/** In the order of its rows. */
export const dailyVisitorsColumns: readonly string[] = [
  'website_id',
  'generation',
  'dimension',
  'value',
  'day',
  'previous_day',
  'first_day',
  ...FIGURES,
];

interface CountedWebsite {
  readonly websiteId: string;
  readonly count: Count;
}

export interface CountedBlock {
  readonly rows: Uint8Array;
  /** Their events arrived out of order of days, so their counts must be rebuilt. */
  readonly disordered: ReadonlySet<string>;
}

/** Stored days have 16 bits, so that three of them fit into one number. */
const DAYS = 65_536;

interface DayRow extends Figures {
  readonly day: number;
  readonly previousDay: number;
  readonly firstDay: number;
}

/** Rows of a website with one value, by day. */
class ValueRows {
  readonly #rows = new Map<number, DayRow>();
  /** Whether a visitor's events came in another order than that of their days, or of the quarters of a day. */
  isDisordered = false;

  addFacts(day: number, facts: Readonly<Partial<Figures>>): void {
    const { pageviews = 0, events = 0, sessions = 0, bounces = 0, duration = 0 } = facts;
    const row = this.#find(day, NO_DAY, NO_FIRST_DAY);
    row.pageviews += pageviews;
    row.events += events;
    row.sessions += sessions;
    row.bounces += bounces;
    row.duration += duration;
  }

  /**
   * Does nothing for a visitor who is already counted on the day.
   *
   * @param previous last day of activity with the value; undefined for none
   * @param first first day of activity on the website, for rows that have it
   */
  addVisitor(day: number, previous: number | undefined, first = NO_FIRST_DAY): void {
    if (previous === undefined) this.#find(day, NO_DAY, first < day ? first : NO_FIRST_DAY).visitors += 1;
    else if (previous < day) this.#find(day, previous, NO_FIRST_DAY).visitors += 1;
    else if (previous > day) this.isDisordered = true;
  }

  /** Yields the columns after the value; rows without any figures are left out. */
  *columns(): Generator<readonly number[]> {
    for (const row of this.#rows.values()) {
      const figures = FIGURES.map((name) => row[name]);
      if (figures.some((figure) => figure !== 0)) yield [row.day, row.previousDay, row.firstDay, ...figures];
    }
  }

  #find(day: number, previousDay: number, firstDay: number): DayRow {
    const days = (day * DAYS + previousDay) * DAYS + firstDay;
    return findOrAdd(this.#rows, days, () => {
      const nothing = { visitors: 0, pageviews: 0, events: 0, sessions: 0, bounces: 0, duration: 0 };
      return { day, previousDay, firstDay, ...nothing };
    });
  }
}

/** By dimension, then by value. */
type WebsiteRows = Map<string, Map<string, ValueRows>>;

export class DayRows {
  readonly #websites = new Map<string, Map<number, WebsiteRows>>();

  of({ websiteId, count }: CountedWebsite, dimension: string, value: string): ValueRows {
    const generations = findOrAdd(this.#websites, websiteId, () => new Map<number, WebsiteRows>());
    const dimensions = findOrAdd(generations, count.generation, (): WebsiteRows => new Map());
    const values = findOrAdd(dimensions, dimension, () => new Map<string, ValueRows>());
    return findOrAdd(values, value, () => new ValueRows());
  }

  read(): CountedBlock {
    const buffer = new GrowingBuffer();
    const disordered = new Set<string>();
    for (const [websiteId, generations] of this.#websites) {
      for (const [generation, dimensions] of generations) {
        for (const [dimension, values] of dimensions) {
          for (const [value, rows] of values) {
            if (rows.isDisordered) disordered.add(websiteId);
            const prefix = `["${websiteId}",${generation},"${dimension}",${JSON.stringify(value)}`;
            for (const columns of rows.columns()) buffer.write(`${prefix},${columns.join(',')}]\n`);
          }
        }
      }
    }
    return { rows: buffer.bytes(), disordered };
  }
}

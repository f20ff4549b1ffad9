import { GrowingBuffer } from '../lib/growing-buffer.js';
import { type Count, NO_DAY, NO_FIRST_DAY } from './dimensions.js';

/** The sums in a row of `daily_visitors`; `duration` in milliseconds. */
const FIGURES = ['visitors', 'pageviews', 'events', 'sessions', 'bounces', 'duration'] as const;

export type Figures = Record<(typeof FIGURES)[number], number>;

export type EventFigures = Readonly<Pick<Figures, 'pageviews' | 'events'>>;

/** The columns of `daily_visitors`, in the order of its rows. */
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

/** A website, and the count that rows are added to. */
interface CountedWebsite {
  readonly websiteId: string;
  readonly count: Count;
}

/** Sums up rows of `daily_visitors`. */
export class DayRows {
  readonly #rows = new Map<string, Figures>();
  /** Websites whose visitors come on a day before one that is known already. */
  readonly disordered = new Set<string>();

  /** Returns the rows of one value. */
  of({ websiteId, count: { generation } }: CountedWebsite, dimension: string, value: string) {
    const prefix = `["${websiteId}",${generation},"${dimension}",${JSON.stringify(value)}`;
    const add = (day: number, previousDay: number, firstDay: number, added: Partial<Figures>): void => {
      const key = `${prefix},${day},${previousDay},${firstDay}`;
      const row = this.#rows.get(key) ?? { visitors: 0, pageviews: 0, events: 0, sessions: 0, bounces: 0, duration: 0 };
      for (const name of FIGURES) row[name] += added[name] ?? 0;
      this.#rows.set(key, row);
    };
    return {
      addFacts: (day: number, facts: Partial<Figures>): void => add(day, NO_DAY, NO_FIRST_DAY, facts),
      /**
       * Adds the visitor to a day, unless they are counted on it.
       *
       * @param previous the last day on which they came with the value; undefined if they did not
       * @param first the first day on which they came to the website, if the rows say that
       */
      addVisitor: (day: number, previous: number | undefined, first = NO_FIRST_DAY): void => {
        if (previous === undefined) add(day, NO_DAY, first < day ? first : NO_FIRST_DAY, { visitors: 1 });
        else if (previous < day) add(day, previous, NO_FIRST_DAY, { visitors: 1 });
        else if (previous > day) this.disordered.add(websiteId);
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

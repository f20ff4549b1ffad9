import type { Sql } from '../clickhouse/sql.js';
import { columnsOf, type Grouping, type SessionGrouping } from '../stats/groupings.js';
import { lastAlike } from './alike.js';
import { type KeySets, keySets } from './key-sets.js';

/** How many groupings are inserted at once: each takes memory for every visitor, and each insert has to reach the disk. */
const AT_ONCE = 4;

/** How many where most visitors' earlier days are not looked up: session days know their last ones, or events are counted by the hour. */
const KNOWN_AT_ONCE = 7;

/** Groupings of session days that are inserted at once, and where these know the last days of who comes as at first. */
export interface Lot {
  readonly keys: KeySets;
  readonly last: Sql | undefined;
}

/** Groupings whose session days know last days in the same way, or do not, as many as are inserted at once. */
export const lotsOf = (names: readonly SessionGrouping[]): readonly Lot[] =>
  [...new Set(names.map((name) => lastAlike(columnsOf(name))))].flatMap((last) => {
    const alike = names.filter((name) => lastAlike(columnsOf(name)) === last);
    return split(alike, last === undefined ? AT_ONCE : KNOWN_AT_ONCE).map((each) => ({ keys: keySets(each), last }));
  });

/** Groupings of events, as many as are inserted at once. */
export const lotsOfEvents = (names: readonly Grouping[]): readonly KeySets[] =>
  split(names, KNOWN_AT_ONCE).map(keySets);

const split = <Each>(all: readonly Each[], length: number): readonly (readonly Each[])[] =>
  Array.from({ length: Math.ceil(all.length / length) }, (_, index) => all.slice(index * length, (index + 1) * length));

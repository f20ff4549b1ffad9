import type { StatsQuery } from './query.js';
import { dailyVisitors } from './sources/daily-visitors.js';
import { events, eventsFor } from './sources/events.js';
import type { Source } from './sources/source.js';
import { tableSource } from './sources/table-source.js';
import { visits } from './sources/visits.js';

/** Fastest first: from the one with the fewest rows to the one that can answer every query. */
export const sources: readonly Source[] = [dailyVisitors, tableSource(visits), tableSource(events, eventsFor)];

/** All sources give the same numbers; the first that can answer is the fastest. */
export const sourceFor = (query: StatsQuery): Source =>
  sources.find((source) => source.canAnswer(query)) ?? sources.at(-1)!;

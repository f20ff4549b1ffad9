import type { Demand } from './query.js';
import { dailyVisitors } from './sources/daily-visitors.js';
import { events } from './sources/events.js';
import type { Source, Table } from './sources/source.js';
import { visits } from './sources/visits.js';

/** From the table with the fewest rows to the one that can answer every query. */
export const tables: readonly Table[] = [visits, events];

export const sources: readonly Source[] = [dailyVisitors, ...tables];

/** Returns the source that answers a query fastest. All sources give the same numbers. */
export const sourceFor = (demand: Demand): Source => sources.find((source) => source.canAnswer(demand)) ?? events;

/** Returns the fastest table whose rows have the visitor. */
export const tableFor = (demand: Demand): Table => tables.find((source) => source.canAnswer(demand)) ?? events;

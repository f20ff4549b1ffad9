import type { Demand } from './query.js';
import { dailyVisitors } from './sources/daily-visitors.js';
import { events } from './sources/events.js';
import type { Source, Table } from './sources/source.js';
import { visits } from './sources/visits.js';

/** From the one with the fewest rows to the one that can answer everything. */
export const tables: readonly Table[] = [visits, events];

export const sources: readonly Source[] = [dailyVisitors, ...tables];

/** The source that answers a statement soonest. All give the same numbers. */
export const sourceFor = (demand: Demand): Source => sources.find((source) => source.canAnswer(demand)) ?? events;

/** The same of those that know each visitor. */
export const tableFor = (demand: Demand): Table => tables.find((source) => source.canAnswer(demand)) ?? events;

import { percentage } from './exact.js';
import { type ResolvedQuery, visitorsOf } from './resolved-query.js';
import type { Counted } from './sessions.js';

/** The events that share a row, under the texts that name it. */
export interface Group {
  readonly names: readonly string[];
  readonly events: readonly Counted[];
}

export interface Ranked extends Group {
  readonly name: string;
  readonly visitors: number;
  /** Of the visitors of the whole question. */
  readonly percentage: number;
}

export function grouped(events: readonly Counted[], namesOf: (event: Counted) => readonly string[] | null): Group[] {
  const groups = new Map<string, { names: readonly string[]; events: Counted[] }>();
  for (const event of events) {
    const names = namesOf(event);
    if (names === null) continue;
    const key = JSON.stringify(names);
    const group = groups.get(key) ?? { names, events: [] };
    groups.set(key, group);
    group.events.push(event);
  }
  return [...groups.values()];
}

/** Rows by visitors, the most first, then by name; all of them. */
export function ranked(
  { visitors: total }: ResolvedQuery,
  events: readonly Counted[],
  namesOf: (event: Counted) => readonly string[] | null,
): readonly Ranked[] {
  return grouped(events, namesOf)
    .map((group) => ({ ...group, name: group.names[0] ?? '', visitors: visitorsOf(group.events) }))
    .map((row) => ({ ...row, percentage: percentage(row.visitors, total) }))
    .toSorted((one, other) => other.visitors - one.visitors || byBytes(one.names, other.names));
}

export function limited<Row>({ query }: ResolvedQuery, rows: readonly Row[]): readonly Row[] {
  return query.limit === 'all' ? rows : rows.slice(0, query.limit ?? 10);
}

/** Name by name, each by the bytes of its UTF-8. */
export function byBytes(one: readonly string[], other: readonly string[]): number {
  for (const [index, text] of one.entries()) {
    const order = Buffer.compare(Buffer.from(text), Buffer.from(other[index] ?? ''));
    if (order !== 0) return order;
  }
  return 0;
}

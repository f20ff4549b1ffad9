import { isDeepStrictEqual } from 'node:util';
import type { Definition } from '../../../definitions/definitions.js';
import { t } from '../../../lib/language/translate.js';
import { spellPattern } from '../../../stats/filter-values.js';
import { withVisibleMarks } from '../stats/name.js';

const kinds = ['page', 'event', 'goal'] as const;

/** Which events a step of a funnel or the start of a journey is: a page, a custom event's name, or a goal's id. */
export interface EventMatch {
  readonly kind: (typeof kinds)[number];
  readonly value: string;
}

const MAX_LENGTH = 2_000;

/** As in an address: `page:/docs/*`, `event:signup`, `goal:ID`. Undefined for other texts. */
export function parseMatch(text: string): EventMatch | undefined {
  const at = text.indexOf(':');
  return toMatch(text.slice(0, Math.max(at, 0)), text.slice(at + 1));
}

/** Of two fields; the kind may have a goal's id in it, and the value is of the others only. */
export function toMatch(typedKind: string, typedValue: string): EventMatch | undefined {
  const [, goal] = /^goal:(.+)$/.exec(typedKind) ?? [];
  const kind = goal === undefined ? kinds.find((each) => each === typedKind) : 'goal';
  const value = (goal ?? typedValue).trim().toWellFormed();
  return kind === undefined || value === '' || value.length > MAX_LENGTH ? undefined : { kind, value };
}

export const matchKey = ({ kind, value }: EventMatch): string => `${kind}:${value}`;

/** The filter of the API. In pages, `*` stands for any characters. Only these are spelled here: others are looked up. */
export function matchFilter({ kind, value }: EventMatch): object {
  if (kind === 'goal') return { goal: value };
  if (kind === 'event' || !value.includes('*')) return { dimension: kind, operator: 'is', values: [value] };
  const parts = spellPattern('page', value)
    .split(/\*+/)
    .map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return { dimension: 'page', operator: 'matches', values: [`^${parts.join('.*')}$`] };
}

/** Undoes {@link matchFilter}; undefined for a filter that has no such text. */
export function readMatch(filter: unknown): EventMatch | undefined {
  if (typeof filter !== 'object' || filter === null) return undefined;
  const { goal, dimension, values } = filter as Readonly<Record<string, unknown>>;
  const value = goal ?? (Array.isArray(values) ? values[0] : undefined);
  if (typeof value !== 'string') return undefined;
  const kind = goal === undefined ? String(dimension) : 'goal';
  const candidates = [toMatch(kind === 'goal' ? `goal:${value}` : kind, value), toMatch(kind, toPattern(value))];
  return candidates.find((match) => match !== undefined && isDeepStrictEqual(matchFilter(match), filter));
}

/** Of the expression of a page with `*`; other texts become something else. */
const toPattern = (expression: string): string =>
  expression.slice(1, -1).replaceAll('.*', '*').replaceAll(/\\(.)/g, '$1');

export const findGoal = (goals: readonly Definition[], { kind, value }: EventMatch): Definition | undefined =>
  kind === 'goal' ? goals.find(({ id }) => id === value.toLowerCase()) : undefined;

/** For people. */
export const matchName = (match: EventMatch, goals: readonly Definition[]): string =>
  withVisibleMarks(match.kind === 'goal' ? (findGoal(goals, match)?.name ?? t('Unknown goal')) : match.value);

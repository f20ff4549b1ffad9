import { filterNames } from '../../stats/dimensions.js';
import { localDate, namedDays, type RangeName, rangeNames } from '../../time/index.js';
import type { Website } from '../../websites/website.js';
import type { Services } from '../services.js';
import type { ToolInput } from './tool.js';

/** The dashboard's page with the range and filters of a tool's input, as far as the page has them. */
export function toDashboardUrl(
  { baseUrl, now }: Pick<Services, 'baseUrl' | 'now'>,
  { id, timezone }: Pick<Website, 'id' | 'timezone'>,
  input: ToolInput,
): string {
  const parameters = new URLSearchParams(rangeParameters(input, localDate(now(), timezone)));
  for (const { dimension, operator, values } of shownConditions(input.filters)) {
    const name = operator === 'is' ? dimension : `${dimension}.${operator}`;
    // The page has one filter of a name, of which any value matches.
    if (parameters.has(name)) continue;
    for (const value of values) parameters.append(name, value);
  }
  const query = parameters.toString();
  return `${baseUrl}/websites/${id}${query && `?${query}`}`;
}

/** The page has all named ranges but `28d`. */
function rangeParameters({ range, from, to }: ToolInput, today: string): Record<string, string> {
  if (typeof from === 'string' && typeof to === 'string') return { from: from.slice(0, 10), to: to.slice(0, 10) };
  const name = rangeNames.find((each): each is RangeName => each === range);
  if (name === undefined) return {};
  if (name === '28d') return { ...namedDays(name, today, today) };
  return { range: name === 'lastMonth' ? 'last-month' : name };
}

interface Condition {
  readonly dimension: string;
  readonly operator: string;
  readonly values: readonly string[];
}

const OPERATORS = ['is', 'is_not', 'contains', 'contains_not'];

/** Conditions that all must hold. */
function shownConditions(filter: unknown): readonly Condition[] {
  if (Array.isArray(filter)) return filter.flatMap(shownConditions);
  if (typeof filter !== 'object' || filter === null) return [];
  if ('and' in filter) return shownConditions(filter.and);
  const { dimension, operator, values } = filter as Partial<Record<keyof Condition, unknown>>;
  const isShown =
    filterNames.some((name) => name === dimension) &&
    OPERATORS.some((each) => each === operator) &&
    Array.isArray(values) &&
    values.every((value) => typeof value === 'string');
  return isShown ? [filter as Condition] : [];
}

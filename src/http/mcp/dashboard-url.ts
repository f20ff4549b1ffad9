import { propertyName, viewDimensions } from '../../stats/dimensions.js';
import { localDate, namedDays, type RangeName, rangeNames } from '../../time/index.js';
import type { Website } from '../../websites/website.js';
import type { Services } from '../services.js';
import type { ToolInput } from './tool.js';

/** The dashboard's page with the range, comparison, goal, segment and filters of a tool's input, as far as the page has them. */
export function toDashboardUrl(
  { baseUrl, now }: Pick<Services, 'baseUrl' | 'now'>,
  { id, timezone }: Pick<Website, 'id' | 'timezone'>,
  input: ToolInput,
): string {
  const parameters = new URLSearchParams({
    ...rangeParameters(input, localDate(now(), timezone)),
    ...comparisonParameters(input.comparison),
  });
  if (typeof input.goal === 'string') parameters.set('goal', input.goal.toLowerCase());
  const segment = listParts(input.filters).find((part) => typeof part.segment === 'string')?.segment;
  if (segment !== undefined) parameters.set('segment', String(segment).toLowerCase());
  for (const condition of listParts(input.filters).filter(isShown)) {
    // The page has one filter of a name, of which any value matches.
    if (!parameters.has(toParameter(condition))) append(parameters, toParameter(condition), condition);
  }
  for (const condition of findAlternatives(input.filters))
    append(parameters, `any.${toParameter(condition)}`, condition);
  const query = parameters.toString();
  return `${baseUrl}/websites/${id}${query && `?${query}`}`;
}

/** The page has days. */
const toDay = (time: unknown): string => String(time).slice(0, 10);

/** The page has all named ranges but `28d`. */
function rangeParameters({ range, from, to }: ToolInput, today: string): Record<string, string> {
  if (typeof from === 'string' && typeof to === 'string') return { from: toDay(from), to: toDay(to) };
  const name = rangeNames.find((each): each is RangeName => each === range);
  if (name === undefined) return {};
  if (name === '28d') return { ...namedDays(name, today, today) };
  return { range: name === 'lastMonth' ? 'last-month' : name };
}

/** Of a comparison that the API took. The page's own is with the previous range. */
function comparisonParameters(comparison: unknown): Readonly<Record<string, string>> {
  const { mode, from, to, matchWeekday } = { ...(comparison as Readonly<Record<string, unknown>> | undefined) };
  if (mode === 'custom') return { compare: mode, compareFrom: toDay(from), compareTo: toDay(to) };
  return {
    ...((mode === 'year' || mode === 'none') && { compare: mode }),
    ...(matchWeekday === true && { matchWeekday: 'true' }),
  };
}

interface Condition {
  readonly dimension: string;
  readonly operator: string;
  readonly values: readonly string[];
}

const OPERATORS = ['is', 'is_not', 'contains', 'contains_not'];

/** Whether the page does not read the end of its name as an operator. */
const isPlainProperty = (dimension: string): boolean =>
  propertyName(dimension) !== undefined && !OPERATORS.some((operator) => dimension.endsWith(`.${operator}`));

const toParameter = ({ dimension, operator }: Condition): string =>
  operator === 'is' ? dimension : `${dimension}.${operator}`;

function append(parameters: URLSearchParams, name: string, { values }: Condition): void {
  for (const value of values) parameters.append(name, value);
}

/**
 * The page has one group of alternatives. Those of the same name are merged into one filter; negative ones cannot be, as that
 * would exclude all of their values.
 */
function findAlternatives(filter: unknown): readonly Condition[] {
  const found = listParts(filter).find((part): part is { readonly or: readonly Condition[] } => {
    const { or } = part;
    if (!Array.isArray(or) || !or.every(isShown)) return false;
    const negative = or.filter(({ operator }) => operator.endsWith('_not')).map(toParameter);
    return new Set(negative).size === negative.length;
  });
  return found?.or ?? [];
}

const isShown = (part: Part): part is Part & Condition => {
  const { dimension, operator, values } = part;
  return (
    typeof dimension === 'string' &&
    (viewDimensions.some((name) => name === dimension) || isPlainProperty(dimension)) &&
    OPERATORS.some((each) => each === operator) &&
    Array.isArray(values) &&
    values.every((value) => typeof value === 'string')
  );
};

type Part = Readonly<Record<string, unknown>>;

/** Parts that all must hold. */
function listParts(filter: unknown): readonly Part[] {
  if (Array.isArray(filter)) return filter.flatMap(listParts);
  if (typeof filter !== 'object' || filter === null) return [];
  return 'and' in filter ? listParts(filter.and) : [filter as Part];
}

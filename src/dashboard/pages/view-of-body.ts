import { propertyName, viewDimensions } from '../../stats/dimensions.js';
import type { GivenComparison } from '../../stats/rows/parse-ranges.js';
import { propertyValues } from '../../stats/typed-values.js';
import { localDate, namedDays, namedRange, type RangeMoment, rangeNames } from '../../time/index.js';
import { type ComparisonChoice, DEFAULT_COMPARISON } from './stats/comparison-choice.js';
import { type Days, isDate, type RangeChoice, rangeOfApi } from './stats/range-choice.js';
import { defaultView, type View, withGoal } from './stats/view.js';
import { type FilterDimension, filterOperators, type ViewFilter } from './stats/view-filter.js';
import { hasKey } from './stats/view-filters.js';

type Body = Readonly<Record<string, unknown>>;

/** The range, comparison, goal, segment and filters of a body that the API took, as far as a view has them. */
export function viewOfBody(body: Body, moment: RangeMoment): View {
  const goal = readId(body.goal);
  return {
    ...(goal === undefined ? defaultView : withGoal(defaultView, goal)),
    range: readRange(body, moment),
    comparison: readComparison(body.comparison, moment),
    segment:
      readId(body.segment) ?? readId(listParts(body.filters).find(({ segment }) => segment !== undefined)?.segment),
    filters: [...readAlternatives(body.filters), ...readRequirements(body.filters)],
  };
}

const readId = (given: unknown): string | undefined => (typeof given === 'string' ? given.toLowerCase() : undefined);

/** A named range that views do not have is its days. */
function readRange({ range, from, to }: Body, moment: RangeMoment): RangeChoice {
  if (typeof from === 'string' && typeof to === 'string') return toDays(from, to, moment);
  const name = rangeNames.find((each) => each === range);
  if (name === undefined) return defaultView.range;
  const shown = rangeOfApi(name);
  return shown === undefined ? namedDays(name, moment) : { name: shown };
}

/** A view has whole days: those of two instants are the days that they touch. */
function toDays(from: string, to: string, { zone }: RangeMoment): Days {
  if (isDate(from)) return { from, to };
  const { start, end } = namedRange(from, to, zone);
  return { from: localDate(start, zone), to: localDate(Math.max(start, end - 1), zone) };
}

function readComparison(given: unknown, moment: RangeMoment): ComparisonChoice {
  const { mode, from = '', to = '', matchWeekday = false } = (given ?? DEFAULT_COMPARISON) as GivenComparison;
  if (mode === 'none') return { mode };
  return mode === 'custom' ? { mode, ...toDays(from, to, moment) } : { mode, matchWeekday };
}

/** A view has one filter of a name, of which any value matches. */
const readRequirements = (filters: unknown): readonly ViewFilter[] =>
  listParts(filters)
    .filter(isShown)
    .filter((filter, place, all) => !hasKey(all.slice(0, place), filter));

/**
 * A view has one group of alternatives. Those of the same name are merged into one filter; negative ones cannot be, as that
 * would exclude all of their values.
 */
function readAlternatives(filters: unknown): readonly ViewFilter[] {
  const group = listParts(filters).find((part): part is { readonly or: readonly ViewFilter[] } => {
    const { or } = part;
    if (!Array.isArray(or) || !or.every(isShown)) return false;
    const negative = or.filter(({ operator }) => operator.endsWith('_not'));
    return negative.every((filter, place) => !hasKey(negative.slice(0, place), filter));
  });
  return (group?.or ?? []).map((filter) => ({ ...filter, isAlternative: true }));
}

type Part = Readonly<Record<string, unknown>>;

const isShown = (part: Part): part is Part & ViewFilter => {
  const { dimension, operator, values } = part;
  return (
    typeof dimension === 'string' &&
    (viewDimensions.some((name) => name === dimension) || isPlainProperty(dimension)) &&
    filterOperators.some((each) => each === operator) &&
    Array.isArray(values) &&
    values.every((value) => typeof value === 'string' && isReadAlone(dimension, String(operator), value))
  );
};

/** Whether the address takes the text for nothing else, such as a property's number. */
const isReadAlone = (dimension: string, operator: string, text: string): boolean =>
  propertyName(dimension) === undefined || !/^is(_not)?$/.test(operator) || propertyValues(text).length === 1;

/** Whether the address does not read the end of its name as an operator. */
const isPlainProperty = (dimension: string): dimension is FilterDimension =>
  propertyName(dimension) !== undefined && !filterOperators.some((operator) => dimension.endsWith(`.${operator}`));

/** Parts that all must hold. */
function listParts(filter: unknown): readonly Part[] {
  if (Array.isArray(filter)) return filter.flatMap(listParts);
  if (typeof filter !== 'object' || filter === null) return [];
  return 'and' in filter ? listParts(filter.and) : [filter as Part];
}

import { readBehaviorContext } from '../../../http/behavior-context.js';
import { unavailableError } from '../../../http/server/unavailable.js';
import { AppError } from '../../../lib/errors.js';
import type { BehaviorContext } from '../../../stats/behavior/behavior-body.js';
import type { Filter } from '../../../stats/filters.js';
import type { Visit } from '../../page-route.js';
import { toSentence } from '../../ui/sentence.js';
import type { PageContext } from '../stats/page-context.js';
import { combineConditions } from '../stats/view-filters.js';

/** An answer of the API, or the reason for having none. */
export type Answered<Answer> = { readonly answer: Answer } | Unanswered;

export interface Unanswered {
  readonly failure: string;
  /** Whether the same question may be answered later. */
  readonly mayRetry: boolean;
}

/** Turns errors of the question, and of an overloaded database, into a reason. Rethrows others. */
export async function answered<Answer>(answer: Promise<Answer>): Promise<Answered<Answer>> {
  try {
    return { answer: await answer };
  } catch (error) {
    const unavailable = unavailableError(error);
    if (unavailable !== undefined) return { failure: sentences(unavailable), mayRetry: true };
    if (error instanceof AppError && error.kind === 'invalid') return { failure: sentences(error), mayRetry: false };
    throw error;
  }
}

const sentences = ({ problems }: AppError): string =>
  problems.map((problem) => toSentence(typeof problem === 'string' ? problem : problem.message)).join(' ');

/** The range, the filters and the segment of the view, as in a body of the API. */
export function scopeBody({ range: { areHours, days, ranges }, conditions, segment }: PageContext) {
  const { start, end } = ranges.range;
  const hours = { from: new Date(start).toISOString(), to: new Date(end).toISOString() };
  const filters = combineConditions(conditions).map(withoutEmptyLists);
  return {
    ...(areHours ? hours : { from: days.from, to: days.to }),
    filters: segment === undefined ? filters : [...filters, { segment: segment.id }],
  };
}

/** No country has a name that contains the text: an empty list of codes matches none. The API takes no empty list. */
function withoutEmptyLists(filter: Filter): Filter {
  if ('or' in filter) return { or: filter.or.map(withoutEmptyLists) };
  if (!('dimension' in filter) || filter.values.length > 0) return filter;
  return filter.operator === 'is' ? { or: [] } : { and: [] };
}

/** What the API knows besides the body. */
export const contextFor = (visit: Visit<'website'>, body: object): Promise<BehaviorContext> => {
  const { clickhouse, deps, website } = visit;
  return readBehaviorContext({ ...deps.services, clickhouse }, body, website);
};

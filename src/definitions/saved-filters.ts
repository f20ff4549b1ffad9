import type { Database } from '../postgres/postgres.js';
import type { Filter, SavedFilter } from '../stats/filters.js';
import { parseFilter } from '../stats/rows/parse-filter.js';
import { parseGoalMatch } from '../stats/rows/parse-goal.js';
import { Problems } from '../stats/rows/problems.js';
import { type Definition, listDefinitions } from './definitions.js';
import { findKind, refuseInSegment } from './kinds.js';

/** Oldest first, without those that are not valid any more. Their values are as they were typed. */
export interface SavedFilters {
  readonly goals: readonly SavedFilter[];
  readonly segments: readonly SavedFilter[];
}

export async function readSavedFilters(db: Database, websiteId: string): Promise<SavedFilters> {
  const [goals, segments] = await Promise.all([
    listDefinitions(db, findKind('goal'), websiteId),
    listDefinitions(db, findKind('segment'), websiteId),
  ]);
  return { goals: toGoals(goals), segments: toSegments(segments, toGoals(goals)) };
}

/** Without those that are not valid, or not any more. */
export const toGoals = (definitions: readonly Definition[]): readonly SavedFilter[] =>
  definitions.flatMap(({ id, name = '', match }) =>
    saved('goal', id, name, (problems) => parseGoalMatch(match, 'match', problems)),
  );

/** Without those that are not valid, such as those of a goal that is gone. */
export function toSegments(definitions: readonly Definition[], goals: readonly SavedFilter[]): readonly SavedFilter[] {
  const references = { goals: new Map(goals.map((goal) => [goal.id, goal])), segments: new Map() };
  return definitions.flatMap(({ id, name = '', filters }) =>
    saved('segment', id, name, (problems) => parseFilter(filters, 'filters', problems, references, refuseInSegment)),
  );
}

function saved(
  kind: SavedFilter['kind'],
  id: string,
  name: string,
  parse: (problems: Problems) => Filter | undefined,
): readonly SavedFilter[] {
  const problems = new Problems();
  const filter = parse(problems);
  return filter === undefined || problems.found.length > 0 ? [] : [{ kind, id, name, filter }];
}

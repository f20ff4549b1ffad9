import type { Database } from '../postgres/postgres.js';
import type { SavedFilter } from '../stats/filters.js';
import { parseGoalMatch } from '../stats/rows/parse-goal.js';
import { Problems } from '../stats/rows/problems.js';
import { type Definition, listDefinitions } from './definitions.js';
import { findKind } from './kinds.js';

/** The goals of a website, oldest first, without those that are not valid any more. Their values are as they were typed. */
export const readGoals = async (db: Database, websiteId: string): Promise<readonly SavedFilter[]> =>
  toGoals(await listDefinitions(db, findKind('goal'), websiteId));

/** Without those that are not valid, or not any more. */
export const toGoals = (definitions: readonly Definition[]): readonly SavedFilter[] =>
  definitions.flatMap(({ id, name = '', match }): SavedFilter[] => {
    const problems = new Problems();
    const filter = parseGoalMatch(match, 'match', problems);
    return filter === undefined || problems.found.length > 0 ? [] : [{ kind: 'goal', id, name, filter }];
  });

import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { t } from '../lib/language/translate.js';
import type { Database } from '../postgres/postgres.js';
import { definitions as table } from '../postgres/schema.js';
import type { Filter, SavedFilter } from '../stats/filters.js';
import { NO_REFERENCES, parseFilter, type References } from '../stats/rows/parse-filter.js';
import { parseGoalMatch } from '../stats/rows/parse-goal.js';
import { Problems } from '../stats/rows/problems.js';
import { refuseInSegment } from './kinds.js';

/** Goals and segments of a website that JSON of queries refers to, also by way of segments; all with the dimension `goal`. */
export async function readReferences(db: Database, websiteId: string, queries: unknown): Promise<References> {
  const ids = findReferences(queries);
  if (ids === undefined) return NO_REFERENCES;
  const named = await readDefinitions(db, websiteId, ids);
  const ofSegments = findReferences(named.flatMap(({ kind, fields }) => (kind === 'segment' ? [fields] : [])));
  const known = new Set(named.map(({ id }) => id));
  const others = ofSegments === undefined ? [] : await readDefinitions(db, websiteId, ofSegments);
  const rows = [...named, ...others.filter(({ id }) => !known.has(id))];
  const reasons = new Map<string, string>();
  const goals = new Map<string, SavedFilter>();
  const segments = new Map<string, SavedFilter>();
  const add = (
    kind: 'goal' | 'segment',
    to: Map<string, SavedFilter>,
    parse: (fields: Fields, problems: Problems) => Parsed,
  ) => {
    for (const { id, name, fields } of rows.filter((row) => row.kind === kind)) {
      const problems = new Problems();
      const filter = parse(fields as Fields, problems);
      if (filter !== undefined && problems.found.length === 0) to.set(id, { kind, id, name: name ?? '', filter });
      else reasons.set(id, notValid(kind, name ?? '', problems.texts.join('; ')));
    }
  };
  add('goal', goals, ({ match }, problems) => parseGoalMatch(match, 'match', problems));
  add('segment', segments, ({ filters }, problems) =>
    parseFilter(filters, 'filters', problems, { goals, segments: new Map() }, refuseInSegment),
  );
  return { goals, segments, explain: (id) => reasons.get(id) };
}

const notValid = (kind: 'goal' | 'segment', name: string, problems: string): string =>
  kind === 'goal'
    ? t('the goal {name} is not valid any more: {problems}', { name, problems })
    : t('the segment {name} is not valid any more: {problems}', { name, problems });

type Fields = Readonly<Record<string, unknown>>;
type Parsed = Filter | undefined;

/** A website has no more goals and segments. */
const MAX_IDS = 200;

/** Of more ids than a website can have definitions, all of the website are read. */
async function readDefinitions(db: Database, websiteId: string, ids: ReadonlySet<string> | 'all') {
  if (ids !== 'all' && ids.size === 0) return [];
  const isNamed = ids === 'all' || ids.size > MAX_IDS ? undefined : inArray(table.id, [...ids]);
  const isReference = inArray(table.kind, ['goal', 'segment']);
  return db
    .select()
    .from(table)
    .where(and(eq(table.websiteId, websiteId), isReference, isNamed));
}

/** No filter is nested deeper, not even one of a batch. */
const MAX_DEPTH = 40;

/**
 * The ids of goals and segments anywhere in JSON, of which malformed ones are left out; `all` if it has the dimension
 * `goal`; undefined without any.
 */
function findReferences(json: unknown): ReadonlySet<string> | 'all' | undefined {
  const ids = new Set<string>();
  let [isAny, hasDimension] = [false, false];
  const visit = (part: unknown, depth: number): void => {
    hasDimension ||= part === 'goal';
    if (typeof part !== 'object' || part === null || depth > MAX_DEPTH) return;
    for (const [key, value] of Object.entries(part)) {
      if ((key === 'goal' || key === 'segment') && value !== undefined) {
        isAny = true;
        for (const id of [value].flat()) if (z.uuid().safeParse(id).success) ids.add(String(id).toLowerCase());
      }
      visit(value, depth + 1);
    }
  };
  visit(json, 0);
  if (hasDimension) return 'all';
  return isAny ? ids : undefined;
}

import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { definitions as table } from '../postgres/schema.js';
import type { Filter } from '../stats/filters.js';
import { NO_REFERENCES, parseFilter, type References } from '../stats/rows/parse-filter.js';
import { parseGoalMatch } from '../stats/rows/parse-goal.js';
import { Problems } from '../stats/rows/problems.js';
import { refuseInSegment } from './kinds.js';

/** Goals and segments of a website, if JSON of a query refers to any. */
export async function readReferences(db: Database, websiteId: string, query: unknown): Promise<References> {
  if (!hasReferences(query)) return NO_REFERENCES;
  const rows = await db
    .select()
    .from(table)
    .where(and(eq(table.websiteId, websiteId), inArray(table.kind, ['goal', 'segment'])));
  const reasons = new Map<string, string>();
  const goals = new Map<string, Filter>();
  const segments = new Map<string, Filter>();
  const add = (
    kind: 'goal' | 'segment',
    to: Map<string, Filter>,
    parse: (fields: Fields, problems: Problems) => Parsed,
  ) => {
    for (const { id, name, fields } of rows.filter((row) => row.kind === kind)) {
      const problems = new Problems();
      const filter = parse(fields as Fields, problems);
      if (filter !== undefined && problems.found.length === 0) to.set(id, { kind, id, name: name ?? '', filter });
      else reasons.set(id, `the ${kind} ${name} is not valid any more: ${problems.texts.join('; ')}`);
    }
  };
  add('goal', goals, ({ match }, problems) => parseGoalMatch(match, 'match', problems));
  add('segment', segments, ({ filters }, problems) =>
    parseFilter(filters, 'filters', problems, { goals, segments: new Map() }, refuseInSegment),
  );
  return { goals, segments, explain: (id) => reasons.get(id) };
}

type Fields = Readonly<Record<string, unknown>>;
type Parsed = Filter | undefined;

/** No filter is nested deeper. */
const MAX_DEPTH = 30;

/** Whether JSON of a query refers to a goal or a segment anywhere. */
function hasReferences(part: unknown, depth = 0): boolean {
  if (typeof part !== 'object' || part === null || depth > MAX_DEPTH) return false;
  return Object.entries(part).some(
    ([key, value]) => (['goal', 'segment'].includes(key) && value !== undefined) || hasReferences(value, depth + 1),
  );
}

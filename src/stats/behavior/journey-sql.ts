import { z } from 'zod';
import type { Query } from '../../clickhouse/clickhouse.js';
import { integer, join, type Sql, sql, string, trusted, unsignedIntegers } from '../../clickhouse/sql.js';
import { MAX_SESSION_MS } from '../../collect/sessions/session.js';
import { all, any, type Filter, filterSql, namesEvents } from '../filters.js';
import { during, hasBegun, readEvents, split, withVisitors } from '../sources/conditions.js';
import { chosenEvents, eventsFor } from '../sources/events.js';
import type { Journey } from './parse-journey.js';

/** The direction in which a session is followed from the anchor. */
export type Direction = 'after' | 'before';

/** Steps of a session, after equal neighbors are merged. */
const MAX_SESSION_STEPS = 1_000;

/** Many more than a level shows, so that a second statement is rarely needed. */
export const MAX_NODES = 200;

const figure = z.coerce.number();

const nodeRow = z.object({
  depth: figure,
  /** Hashes of the steps up to the node, and up to its parent. */
  node: z.string(),
  parent: z.string(),
  /** Hash of the step's name. */
  step: z.string(),
  sessions: figure,
  visitors: figure,
  /** Those that end here. */
  exits: figure,
  exit_visitors: figure,
  /** Whether the nodes below it are counted. */
  is_followed: figure,
});

export type NodeRow = z.infer<typeof nodeRow>;

/** The root's hash, and that of a step which a session does not have. */
export const ROOT = '0';

/** Only nodes below these ones, which are at one depth. */
export interface Below {
  readonly depth: number;
  readonly nodes: readonly string[];
}

/**
 * Selects the largest nodes of each depth: the sessions with equal first steps. The root has depth 0. A way is the
 * list of steps that follow the anchor, as hashes of their names.
 */
export function nodesStatement(journey: Journey, direction: Direction, below?: Below): Query<NodeRow> {
  const depths = Array.from({ length: journey.steps }, (_, place) => place + 1);
  const hashes = depths.map((depth) =>
    trusted(`cityHash64(${depth === 1 ? 'toUInt64(0)' : `h${depth - 1}`}, way[${depth}]) AS h${depth}`),
  );
  const nodes = trusted(['toUInt64(0)', ...depths.map((depth) => `h${depth}`)].join(', '));
  const isBelow =
    below === undefined
      ? sql``
      : sql`\n    WHERE has(${unsignedIntegers(below.nodes)}, nodes[${integer(below.depth + 1)}])`;
  return {
    name: 'stats/journey',
    row: nodeRow,
    sql: sql`SELECT any(each_depth) AS depth, toString(each_node) AS node, toString(any(each_parent)) AS parent, toString(any(each_step)) AS step,
  count() AS sessions, uniq(visitor_id) AS visitors, countIf(is_end) AS exits, uniqIf(visitor_id, is_end) AS exit_visitors,
  any(each_depth <= followed) AS is_followed
FROM (
  SELECT visitor_id, followed, each_depth, nodes[each_depth + 1] AS each_node, nodes[each_depth] AS each_parent, way[each_depth] AS each_step,
    length(way) = each_depth AS is_end
  FROM (
    SELECT visitor_id, way, ${countFollowed(journey)} AS followed, ${join(hashes, ', ')}, [${nodes}] AS nodes
    FROM (
${selectWays(journey, direction)}
    )${isBelow}
  )
  ARRAY JOIN range(${integer(below === undefined ? 0 : below.depth + 1)}, least(toInt64(length(way)), ${integer(journey.steps)}, followed + 1) + 1) AS each_depth
)
GROUP BY each_node
ORDER BY depth, is_followed DESC, sessions DESC, visitors DESC, node
LIMIT ${integer(MAX_NODES)} BY depth`,
  };
}

/** How many steps of the path a way begins with; without a path, all that are asked for. */
function countFollowed({ path, steps }: Journey): Sql {
  if (path === undefined || path.length === 0) return trusted(`toInt64(${path?.length ?? steps})`);
  const wanted = path.map((name) => sql`cityHash64(${string(name)})`);
  return sql`(arrayFirstIndex((wanted, place) -> way[place] != wanted, [${join(wanted, ', ')}] AS steps, arrayEnumerate(steps)) AS first_other) = 0 ? ${trusted(`toInt64(${path.length})`)} : toInt64(first_other) - 1`;
}

/** Selects `visitor_id` and `way` of each session. */
function selectWays(journey: Journey, direction: Direction): Sql {
  const { anchor } = journey;
  const labels = sql`arrayMap(each -> toUInt64(bitShiftRight(each, 2)), items)`;
  // The step of the anchor itself is the last one until it, and the first one from it on.
  const until = sql`arrayCompact(arraySlice(${labels}, 1, anchor_at))`;
  const after = sql`arraySlice(arrayPopFront(arrayCompact(arraySlice(${labels}, anchor_at))), 1, ${integer(MAX_SESSION_STEPS)} - length(${until}))`;
  const way = (() => {
    if (anchor === undefined) return sql`arraySlice(arrayCompact(${labels}), 1, ${integer(MAX_SESSION_STEPS)})`;
    return direction === 'after' ? after : sql`arrayReverse(arrayPopBack(${until}))`;
  })();
  return sql`SELECT visitor_id, ${way} AS way
FROM (
  SELECT visitor_id, arrayFilter((each, place) -> bitAnd(toUInt8(each), 1) > 0 OR place = first_at, words, arrayEnumerate(words)) AS items,
    arrayFirstIndex(each -> bitAnd(toUInt8(each), 2) > 0, items) AS anchor_at
  FROM (SELECT visitor_id, words, arrayFirstIndex(each -> bitAnd(toUInt8(each), 2) > 0, words) AS first_at FROM (
${selectWords(journey)}
  ))
)${anchor === undefined ? sql`` : sql`\nWHERE length(${until}) <= ${integer(MAX_SESSION_STEPS)}`}`;
}

/**
 * Selects the events of each session as numbers that sort by time: 42 bits of time, 64 of the hash of the step's name,
 * whether it is the anchor, and whether it is a step. An anchor that is no step, such as a click on a link, has a label
 * that equals no step's, not even that of its page.
 */
function selectWords(journey: Journey): Sql {
  const { anchor, hasEvents } = journey;
  const isStep = hasEvents ? sql`type IN ('pageview', 'custom')` : sql`type = 'pageview'`;
  const isAnchor = anchor === undefined ? sql`false` : anchorSql(anchor.filter, isStep, journey);
  const word = sql`bitOr(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(time)), 66), bitShiftLeft(toUInt128(if(is_step, cityHash64(${stepName(journey)}), ${NO_STEP})), 2)), toUInt128(if(is_anchor, 2, 0) + if(is_step, 1, 0)))`;
  const conditions = [
    eventsOfSessions(journey),
    ...split(journey).sessions,
    hasBegun(eventsFor(journey), { ...journey, name: 'stats/journey', metrics: ['visits'] }),
    any([sql`is_step`, sql`is_anchor`]),
    ...(anchor === undefined ? [] : [selectsAnchored(journey, isAnchor)]),
  ];
  return sql`SELECT visitor_id, arraySort(groupArray(${word})) AS words
FROM (SELECT visitor_id, session_start, time, type, name, path, ${isStep} AS is_step, ${isAnchor} AS is_anchor FROM ${readSessions(journey)} WHERE ${all(conditions)})
GROUP BY visitor_id, session_start`;
}

/** Sorts after the steps of its instant. */
const NO_STEP = sql`toUInt64(-1)`;

/** An anchor that does not ask for custom events or links is a step: not any event on its page. */
const anchorSql = (filter: Filter, isStep: Sql, journey: Journey): Sql =>
  all([...(namesEvents(filter) ? [] : [isStep]), filterSql(withVisitors(filter, journey))]);

/** Only sessions with the anchor are put in order: this reads twice as many rows, in half the time. */
const selectsAnchored = (journey: Journey, isAnchor: Sql): Sql =>
  sql`(visitor_id, session_start) IN (
  SELECT visitor_id, session_start FROM ${readSessions(journey)} WHERE ${eventsOfSessions(journey)} AND ${during(sql`session_start`, journey.range)} AND ${isAnchor}
)`;

/** The table of the events of sessions. */
const readSessions = (journey: Journey): Sql =>
  readEvents(journey, { filters: [journey.filter, journey.anchor?.filter] });

/** Matches the events of the range, and of sessions that began in it and went on. */
const eventsOfSessions = ({ websiteId, range: { start, end } }: Journey): Sql =>
  chosenEvents({ websiteId, range: { start, end: end + MAX_SESSION_MS + 1 }, filter: undefined });

/** A custom event has its name, any other event its page. */
const stepName = ({ isBySection }: Journey): Sql =>
  isBySection
    ? sql`if(type = 'custom', name, if(position(path, '/', 2) > 0, concat(substring(path, 1, position(path, '/', 2)), '*'), path))`
    : sql`if(type = 'custom', name, path)`;

const nameRow = z.object({ step: z.string(), name: z.string() });

/** Names of steps by their hashes. */
export function namesStatement(journey: Journey, steps: readonly string[]): Query<z.infer<typeof nameRow>> {
  return {
    name: 'stats/journey',
    row: nameRow,
    sql: sql`SELECT toString(hash) AS step, any(label) AS name
FROM (SELECT toString(${stepName(journey)}) AS label, cityHash64(${stepName(journey)}) AS hash FROM events WHERE ${eventsOfSessions(journey)})
WHERE has(${unsignedIntegers(steps)}, hash)
GROUP BY hash`,
  };
}

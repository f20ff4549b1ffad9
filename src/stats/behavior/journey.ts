import { millisecondsInSecond } from 'date-fns/constants';
import { type ClickHouse, withDeadline } from '../../clickhouse/clickhouse.js';
import type { Filter } from '../filters.js';
import { OTHER } from '../names.js';
import { rangeWarnings } from '../rows/answer-query.js';
import { explainPattern } from '../rows/patterns.js';
import { type BehaviorContext, resolveStored } from './behavior-body.js';
import { type Direction, MAX_NODES, type NodeRow, namesStatement, nodesStatement } from './journey-sql.js';
import { type Journey, type JourneyBody, parseJourney } from './parse-journey.js';

/** Nodes that a level of the tree shows, besides ends and the rest. */
const MAX_SHOWN = 10;

/** A level that was cut takes a statement of its own, and a tree has up to ten. */
const DEADLINE_MS = 30 * millisecondsInSecond;

/** The name of the sessions that have no further step. */
const EXIT = '(exit)';

/** Sessions with equal steps from the root to here. Those of the children add up to them. */
export interface JourneyNode {
  /** A page, a section or a custom event; `(exit)` or `(other)`; of the root, the anchor if it is one value. */
  readonly value: string | null;
  readonly sessions: number;
  /** Null for `(other)`: visitors of several nodes are not additive. */
  readonly visitors: number | null;
  readonly children: JourneyNode[];
}

/** Answers how sessions go on from an anchor, or came to it. Throws AppError `invalid` that lists every problem. */
export async function answerJourney(clickhouse: ClickHouse, body: JourneyBody, context: BehaviorContext) {
  const { journey: typed, ranges } = parseJourney(body, context);
  const [filter, anchorFilter] = await resolveStored(clickhouse, context, [typed.filter, typed.anchor?.filter]);
  const anchor = typed.anchor && { ...typed.anchor, filter: anchorFilter! };
  const journey: Journey = { ...typed, filter, anchor };
  const bounded = withDeadline(clickhouse, DEADLINE_MS);
  const read = (direction: Direction) => readTree(bounded, journey, direction).catch(explainPattern);
  const kind = anchor?.kind ?? 'from';
  const [root, before] = await Promise.all([
    read(kind === 'to' ? 'before' : 'after'),
    kind === 'through' ? read('before') : undefined,
  ]);
  return { root, ...(before !== undefined && { before }), warnings: rangeWarnings([ranges], context.now) };
}

async function readTree(clickhouse: ClickHouse, journey: Journey, direction: Direction): Promise<JourneyNode> {
  const levels = await readLevels(clickhouse, journey, direction);
  const [[root] = []] = levels;
  const steps = [...new Set(levels.slice(1).flatMap((level) => level.map(({ step }) => step)))];
  const named = steps.length === 0 ? [] : await clickhouse.query(namesStatement(journey, steps));
  const names = new Map(named.map(({ step, name }) => [step, name]));

  function toNode(row: NodeRow, value: string | null): JourneyNode {
    const { sessions, visitors, exits, exit_visitors } = row;
    if (row.depth === journey.steps || row.is_followed === 0) return { value, sessions, visitors, children: [] };
    const shown = (levels[row.depth + 1] ?? [])
      .filter(({ parent }) => parent === row.node)
      .map((each) => toNode(each, names.get(each.step) ?? null))
      .toSorted(bySessions);
    const rest = sessions - exits - shown.reduce((sum, each) => sum + each.sessions, 0);
    const others: readonly JourneyNode[] = [
      { value: EXIT, sessions: exits, visitors: exit_visitors, children: [] },
      { value: OTHER, sessions: rest, visitors: null, children: [] },
    ];
    return { value, sessions, visitors, children: [...shown, ...others.filter((each) => each.sessions > 0)] };
  }

  const value = journey.anchor === undefined ? null : readValue(journey.anchor.filter);
  return root === undefined ? { value, sessions: 0, visitors: 0, children: [] } : toNode(root, value);
}

/** The rows of each depth that the tree shows: the largest among the children of those before. */
async function readLevels(
  clickhouse: ClickHouse,
  journey: Journey,
  direction: Direction,
): Promise<readonly (readonly NodeRow[])[]> {
  let rows = await clickhouse.query(nodesStatement(journey, direction));
  const levels = [rows.filter(({ depth }) => depth === 0)];
  for (let depth = 1; depth <= journey.steps && levels[depth - 1]!.length > 0; depth++) {
    const parents = levels[depth - 1]!.filter((row) => row.is_followed > 0).map(({ node }) => node);
    const findChildren = () => rows.filter((row) => row.depth === depth && parents.includes(row.parent));
    const isCut = rows.filter((row) => row.depth === depth).length >= MAX_NODES;
    if (isCut && findChildren().length < MAX_SHOWN) {
      rows = await clickhouse.query(nodesStatement(journey, direction, { depth: depth - 1, nodes: parents }));
    }
    levels.push(findChildren().slice(0, MAX_SHOWN));
  }
  return levels;
}

const bySessions = (one: JourneyNode, other: JourneyNode): number =>
  other.sessions - one.sessions || (String(one.value) < String(other.value) ? -1 : 1);

function readValue(anchor: Filter): string | null {
  if (!('dimension' in anchor) || anchor.operator !== 'is' || anchor.values.length !== 1) return null;
  const [value] = anchor.values;
  return typeof value === 'string' ? value : null;
}

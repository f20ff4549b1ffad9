import { z } from 'zod';
import { MAX_COHORTS } from '../../stats/behavior/parse-cohorts.js';
import { MAX_ROWS } from '../../stats/behavior/parse-funnel.js';
import { MAX_LIMIT } from '../../stats/rows/parse-rows-query.js';
import { listWebsitesTool, sqlTool } from './account-tools.js';
import { describeTool } from './describe.js';
import type { Tool, ToolInput } from './tool.js';
import { type ToolDeps, type WebsiteTool, websiteTool } from './website-tool.js';

const ROWS = 50;

const FILTERS =
  'filters is a condition { "dimension": "country", "operator": "is", "values": ["DE", "AT"] }, a list of conditions that all ' +
  'must hold, or { "and": [] }, { "or": [] }, { "not": … }, { "segment": id }, { "goal": id }, { "hasDone": filter } (visitors who did).';

const RANGE =
  'Give range ("7d", "30d", "month", "today", …), or from and to as local dates, both included, never in the future.';

const rows = (maximum: number) =>
  z.int().min(1).max(maximum).default(ROWS).describe('Rows: ask for more only when they are needed');

const limit = rows(MAX_LIMIT);

/** Tools that take and answer what a route of a website does. */
const ofWebsites: readonly WebsiteTool[] = [
  {
    name: 'query',
    title: 'Query statistics',
    path: 'query',
    description:
      'Any metrics by up to four dimensions, of which one may be of time (day, week, month, hour, …), under any filter, with totals. ' +
      `Without dimensions it gives one row, the overview. comparison { "mode": "previous" } adds the range before. ${RANGE} ${FILTERS}`,
    fields: { limit },
    adjust: withTotals,
  },
  {
    name: 'values',
    title: 'Search values',
    path: 'values',
    method: 'GET',
    description:
      'The values of a dimension that contain a text, the most frequent first: to find how a page, event, city or referrer is ' +
      'spelled before filtering by it. from and to are local dates, both included.',
    fields: { limit: z.int().min(1).max(1_000).default(20).describe('Number of values') },
  },
  {
    name: 'changes',
    title: 'Find what changed',
    path: 'changes',
    description:
      'Where a rise or fall of visitors, visits, pageviews or conversions (of a goal) is: text says it in one sentence, and causes are ' +
      `the parts that depart from the rest; it never says why. By default against the range before. ${RANGE} ${FILTERS}`,
    fields: { limit },
  },
  {
    name: 'funnel',
    title: 'Count a funnel',
    path: 'funnel',
    description:
      'How many visitors go through 2 to 10 steps in order, within withinSeconds of the first step (a day by default), and where ' +
      `those who left went. A step is a filter on one event, or { "goal": id }. ${RANGE} ${FILTERS}`,
    fields: { limit: rows(MAX_ROWS) },
  },
  {
    name: 'cohorts',
    title: 'Count retention',
    path: 'cohorts',
    description: `Retention: visitors by the day, week or month of their first event ever, and how many of them came back in each period after. ${RANGE}`,
    fields: { limit: rows(MAX_COHORTS) },
  },
  {
    name: 'journey',
    title: 'Follow journeys',
    path: 'journey',
    description:
      'The tree of pages that sessions visit after (from), before (to), or around (through) a page or event; without an anchor, from ' +
      `the start of sessions. Each level has its ten largest. ${RANGE} ${FILTERS}`,
    fields: { steps: z.int().min(1).max(10).default(2).describe('Levels of the tree below its root') },
  },
];

/** In the order in which clients show them. */
export const mcpTools = (deps: ToolDeps): readonly Tool[] => [
  listWebsitesTool(deps),
  describeTool(deps),
  ...ofWebsites.map((tool) => websiteTool(deps, tool)),
  sqlTool(deps),
];

function withTotals({ include = [], ...input }: ToolInput): ToolInput {
  return { ...input, include: Array.isArray(include) ? [...new Set(['totals', ...include])] : include };
}

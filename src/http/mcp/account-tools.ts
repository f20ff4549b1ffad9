import { z } from 'zod';
import { invalidField } from '../../lib/errors.js';
import { exact } from '../../lib/number-text.js';
import { localDate } from '../../time/index.js';
import { websiteShape } from '../v1/website-view.js';
import { dashboardUrl, type Tool } from './tool.js';
import { findRoute, type ToolDeps } from './website-tool.js';

const ROWS = 50;
const MAX_WEBSITES = 1_000;
const MAX_ROWS = 10_000;

const limit = (maximum: number) =>
  z.int().min(1).max(maximum).default(ROWS).describe('Rows of the answer: ask for more only when they are needed');

const listed = websiteShape.pick({ id: true, name: true, domain: true, timezone: true, totalVisitors24h: true });

export const listWebsitesTool = ({ findAnswerPage, now }: ToolDeps): Tool => ({
  name: 'list_websites',
  title: 'List websites',
  description: 'The websites that the API key can read, the oldest first, with the ids that all other tools need.',
  scopes: ['read'],
  input: z
    .object({ limit: limit(MAX_WEBSITES), cursor: z.string().optional().describe('`nextCursor` of the page before') })
    .strict(),
  output: z.object({
    websites: z.array(listed.extend({ today: z.string(), dashboardUrl })),
    nextCursor: z.string().nullable().describe('Null on the last page'),
  }),
  call: async ({ limit = ROWS, ...others }, ask) => {
    const { data, nextCursor = null } = await ask({
      method: 'GET',
      path: '/websites',
      query: { limit, cursor: others.cursor },
    });
    const websites = data.map((website: z.infer<typeof listed>) => ({
      ...listed.parse(website),
      today: localDate(now(), website.timezone),
      dashboardUrl: findAnswerPage(website, 'websites', {}),
    }));
    return { websites, nextCursor };
  },
});

export function sqlTool(deps: ToolDeps): Tool {
  const { scopes, body, response } = findRoute(deps, 'POST', '/sql');
  return {
    name: 'sql',
    title: 'Run SQL',
    description:
      "One read-only ClickHouse statement on the account's events, for what query cannot answer. Views: bi.events, bi.visits, " +
      'bi.daily_visitors, bi.websites; DESCRIBE TABLE bi.events lists columns with their meaning. Filter by website_id and, in ' +
      'bi.events, by timestamp (UTC). Values go into params: {name:Type} in the statement.',
    scopes,
    input: (body as z.ZodObject).extend({ limit: limit(MAX_ROWS) }),
    output: (response as z.ZodObject).extend({ hasMore: z.boolean().describe('Whether rows were left out') }),
    call: async ({ limit: given, ...body }, ask) => {
      const rows = limit(MAX_ROWS).safeParse(given).data;
      if (rows === undefined) throw invalidField('limit', `must be a whole number from 1 to ${exact(MAX_ROWS)}`);
      const { data } = await ask({ method: 'POST', path: '/sql', query: { limit: rows + 1 }, body });
      return { columns: data.columns, rows: data.rows.slice(0, rows), hasMore: data.rows.length > rows };
    },
  };
}

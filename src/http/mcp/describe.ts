import { z } from 'zod';
import { withSignal } from '../../clickhouse/clickhouse.js';
import { propertyNames } from '../../stats/reports/property-names.js';
import { localDate, namedDays, namedRange } from '../../time/index.js';
import { type Ask, dashboardUrl, type Tool, websiteId } from './tool.js';
import { findRoute, requireWebsite, type ToolDeps } from './website-tool.js';

const MAX_EVENTS = 50;
const RANGE = '30d';

const named = z.object({ id: z.string(), name: z.string() });

/** Everything that questions about a website need to know. */
export function describeTool(deps: ToolDeps): Tool {
  const schema = findRoute(deps, 'GET', '/query/schema').response as z.ZodObject;
  return {
    name: 'describe',
    title: 'Describe a website',
    description:
      'What can be asked about a website: its time zone and today’s date there, metrics with their definitions, dimensions, ' +
      'operators and ranges, its goals and segments with their ids, and the custom events and properties of the last 30 days. ' +
      'Call it before query, funnel, journey or cohorts.',
    scopes: ['read'],
    input: z.object({ website: websiteId }).strict(),
    output: schema.extend({
      website: z.object({ id: z.string(), name: z.string(), domain: z.string(), timezone: z.string() }),
      today: z.string().describe("The latest date that can be asked about, in the website's time zone"),
      goals: z.array(named).describe('For `goal`, and for filters: { "goal": id }'),
      segments: z.array(named).describe('For filters: { "segment": id }'),
      events: z.array(z.object({ name: z.string(), visitors: z.int() })).describe('Values of the dimension `event`'),
      properties: z.array(z.string()).describe('NAME of the dimension `property:NAME`'),
      dashboardUrl,
    }),
    call: async ({ website: given }, ask, signal) => {
      const { id, name, domain, timezone } = await requireWebsite(deps, given);
      const today = localDate(deps.now(), timezone);
      const { from, to } = namedDays(RANGE, { now: deps.now(), zone: timezone });
      const read = async (path: string, query = {}) =>
        (await ask({ method: 'GET', path: `/websites/${id}/${path}`, query })).data;
      // The API refuses websites of others, so it is asked first.
      const goals = await read('goals');
      const [segments, { values }, known, properties] = await Promise.all([
        read('segments'),
        read('values', { dimension: 'event', from, to, limit: MAX_EVENTS }),
        readSchema(ask),
        propertyNames(withSignal(deps.clickhouse, signal), {
          websiteId: id,
          range: namedRange(from, to, timezone),
          filter: undefined,
        }),
      ]);
      return {
        ...known,
        website: { id, name, domain, timezone },
        today,
        goals: goals.map(toNamed),
        segments: segments.map(toNamed),
        events: values.map(({ value, visitors }: ListedEvent) => ({ name: value, visitors })),
        properties,
        dashboardUrl: deps.findAnswerPage({ id, timezone }, 'describe', {}),
      };
    },
  };
}

interface ListedEvent {
  readonly value: string;
  readonly visitors: number;
}

const readSchema = async (ask: Ask): Promise<object> => (await ask({ method: 'GET', path: '/query/schema' })).data;

const toNamed = ({ id, name }: z.infer<typeof named>) => ({ id, name });

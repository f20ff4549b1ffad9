import { z } from 'zod';
import { findKind } from '../definitions/kinds.js';
import { changeMetrics } from '../stats/changes/setting.js';
import { askStats } from './ask-stats.js';
import { asJson, asNumber, type FieldOptions, type Fields } from './field-options.js';
import { findDefinition, readDefinitions } from './find-definition.js';
import { websiteArg } from './find-website.js';
import { listing, type Rows } from './listing.js';
import { bodyArgs, readBody } from './query-body.js';
import { MAX_CELL_LENGTH, plainValue } from './table.js';

/** The rows of a table, made of the API's data. */
type Table = Pick<Rows, 'columns' | 'rows' | 'notes'>;

const answer = z.object({
  data: z.unknown(),
  meta: z.object({ warnings: z.array(z.object({ message: z.string() })) }),
});

/** Asks what `POST /websites/:id/{path}` answers. */
const ask = (idOrDomain: string, path: string, body: Fields, toTable: (data: unknown) => Table): Promise<Rows> =>
  askStats(`/websites/${encodeURIComponent(idOrDomain)}/${path}`, body, async (response) => {
    const { data, meta } = answer.parse(await response.json());
    const { notes = [], ...rest } = toTable(data);
    return {
      data,
      ...rest,
      maxCellLength: MAX_CELL_LENGTH,
      notes: [...notes, ...meta.warnings.map(({ message }) => message)],
    };
  });

/** A command of the same name as the route that it asks. */
const report = (
  name: string,
  description: string,
  options: FieldOptions,
  toTable: (data: unknown, body: Readonly<Record<string, unknown>>) => Table,
) =>
  listing({
    name,
    description,
    args: { website: websiteArg, ...bodyArgs(options) },
    run: async ({ website: idOrDomain = '', ...given }, rawArgs) => {
      const body = await readBody(options, given, rawArgs);
      return ask(idOrDomain, name, body, (data) => toTable(data, body.fields));
    },
  });

const ofFunnel: FieldOptions = { breakdown: { description: 'A dimension of the session: country' } };

export const queryFunnel = listing({
  name: 'funnel query',
  description: 'Count the visitors who go through the steps of a saved funnel (docs/funnels.md)',
  args: {
    funnel: { type: 'positional', required: true, description: 'ID or name of the funnel, as funnel list prints it' },
    website: websiteArg,
    ...bodyArgs(ofFunnel),
  },
  run: async ({ funnel: named = '', website: idOrDomain = '', ...given }, rawArgs) => {
    const body = await readBody(ofFunnel, given, rawArgs);
    const {
      id: _,
      name,
      ...saved
    } = findDefinition(findKind('funnel'), await readDefinitions(findKind('funnel'), idOrDomain), named);
    const fields = { ...saved, ...body.fields };
    const sources = [...body.sources, { field: 'steps', option: `funnel ${name}, steps`, isJson: true }];
    return ask(idOrDomain, 'funnel', { fields, sources }, (data) =>
      toFunnelTable(data, z.array(z.unknown()).parse(fields.steps)),
    );
  },
});

const stepCounts = z.looseObject({ visitors: z.number() });
const funnelData = z.object({
  steps: z.array(stepCounts),
  openUntil: z.string(),
  rows: z.array(z.object({ value: z.string().nullable(), steps: z.array(stepCounts) })).optional(),
});

function toFunnelTable(data: unknown, filters: readonly unknown[]): Table {
  const { steps, openUntil, rows } = funnelData.parse(data);
  const counts = ['visitors', 'rate', 'stepRate', 'dropOff'];
  const toRows = (all: typeof steps) =>
    all.map((each, place) => ({ ...each, step: place + 1, event: filterText(filters[place]) }));
  const notes = [`Later steps may follow until ${openUntil}.`];
  if (rows === undefined) return { columns: ['step', 'event', ...counts, 'medianSeconds'], rows: toRows(steps), notes };
  const byValue = rows.flatMap(({ value, steps }) =>
    toRows(steps).map((row) => ({ ...row, value: value ?? '(none)' })),
  );
  return { columns: ['value', 'step', 'event', ...counts], rows: byValue, notes };
}

/** A condition as `--filter` takes it; others as JSON. */
function filterText(filter: unknown): string {
  const condition = z
    .strictObject({ dimension: z.string(), operator: z.string(), values: z.array(z.string()) })
    .safeParse(filter);
  if (!condition.success) return plainValue(filter);
  const { dimension, operator, values } = condition.data;
  return `${dimension} ${operator} ${values.join(',')}`;
}

const cohortsData = z.object({
  cohorts: z.array(z.object({ start: z.string(), visitors: z.number(), returned: z.array(z.number().nullable()) })),
});

export const cohorts = report(
  'cohorts',
  'Count the visitors who return, by the period of their first visit (docs/funnels.md)',
  {
    interval: { description: 'Periods of the table: day, week or month' },
    returned: {
      description: 'Filter on the events that count as a return, as JSON (default: all events)',
      read: asJson,
    },
  },
  (data) => {
    const { cohorts } = cohortsData.parse(data);
    const periods = Math.max(0, ...cohorts.map(({ returned }) => returned.length));
    const rows = cohorts.map(({ start, visitors, returned }) => ({ ...returned, start, visitors }));
    return { columns: ['start', 'visitors', ...Array.from({ length: periods }, (_, n) => String(n)).slice(1)], rows };
  },
);

interface Node {
  readonly value: string | null;
  readonly children: readonly Node[];
}

const node: z.ZodType<Node> = z.looseObject({ value: z.string().nullable(), children: z.lazy(() => z.array(node)) });

export const journey = report(
  'journey',
  'Follow sessions from page to page; steps before the anchor have negative numbers (docs/funnels.md)',
  {
    anchor: {
      description: 'JSON: \'{ "from": { "dimension": "page", … } }\', "to" or "through" (default: the entry page)',
      read: asJson,
    },
    steps: { description: 'Levels of the tree (default: 4, at most 10)', read: asNumber },
    'group-by': { description: 'page, or section: /docs/api is /docs/* (default: page)' },
  },
  (data, { anchor }) => {
    const { root, before } = z.object({ root: node, before: node.optional() }).parse(data);
    const toRows = ({ children, value, ...counts }: Node, step: number, direction: number): Rows['rows'] => [
      { ...counts, step, value: value ?? '(start)' },
      ...children.flatMap((child) => toRows(child, step + direction, direction)),
    ];
    const endsAtAnchor = z.object({ to: z.union([z.looseObject({}), z.array(z.unknown())]) }).safeParse(anchor).success;
    const rows = [
      ...toRows(root, 0, endsAtAnchor ? -1 : 1),
      ...(before?.children ?? []).flatMap((child) => toRows(child, -1, -1)),
    ];
    return { columns: ['step', 'value', 'sessions', 'visitors'], rows };
  },
);

const changesData = z.object({
  text: z.string(),
  rows: z.array(z.looseObject({ value: z.string().nullable(), now: z.number(), before: z.number() })),
});

export const changes = report(
  'changes',
  'Find what changed between two ranges (docs/what-changed.md)',
  {
    metric: { description: `${changeMetrics.join(', ')}; conversions need --goal` },
    goal: { description: 'ID of the goal whose conversions are counted, as footfall goal list prints it' },
    limit: { description: 'Rows of the table (default: all)', read: asNumber },
  },
  (data) => {
    const { text, rows } = changesData.parse(data);
    const columns = ['dimension', 'value', 'now', 'before', 'change', 'share'];
    const shown = rows.map((row) => ({ ...row, value: row.value ?? '(none)', change: row.now - row.before }));
    return { columns, rows: shown, notes: [text] };
  },
);

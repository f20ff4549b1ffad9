import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deferredSections } from '../../src/dashboard/pages/stats/deferred-sections.js';
import { listPaths } from '../../src/dashboard/pages/stats/shown-lists.js';
import { findDimension } from '../../src/stats/dimensions.js';
import { lists } from '../../src/stats/reports/lists.js';
import { createSharedLink } from '../../src/websites/shared-links.js';
import type { Random } from '../oracle/random.js';
import { SEED } from '../seed.js';
import type { ApiClient } from '../service/api-client.js';
import { BASE_URL, type TestService } from '../service/test-service.js';
import { NOW, PROPERTIES, randomValue, type VariedWebsite, variedWebsite } from '../service/varied-website.js';
import { walk } from '../walk.js';
import { linksIn } from './behavior-website.js';
import { dashboardOwner } from './dashboard-owner.js';
import { type RandomView, randomView } from './random-view.js';
import { plainText, stepsIn, tilesOf } from './read-page.js';
import type { SignedIn } from './signed-in.js';

let service: TestService;
let owner: ApiClient;
let person: SignedIn;
let website: VariedWebsite;
let shared: string;

beforeAll(async () => {
  ({ service, owner, person } = await dashboardOwner({ clock: NOW }));
  website = await variedWebsite(owner, SEED);
  const { token } = await createSharedLink(service.engines.postgres.db, website.id, { name: 'Board' }, NOW);
  shared = `/share/${token}`;
});

afterAll(() => service.close());

/** Follows the redirect to the own spelling of the view, and reads to the end. */
async function read(path: string): Promise<string> {
  const response = await person.get(path);
  const next = response.headers.get('Location');
  if (response.status === 303 && next !== null) return read(next);
  if (response.status !== 200)
    throw new Error(`a ${response.status}: ${plainText(await response.text()).slice(0, 300)}`);
  return response.text();
}

/** Cells of the rows of a list, by their headings. */
type Rows = readonly Readonly<Record<string, string>>[];

function rowsOfPage(html: string): Rows {
  const columns = [...html.matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/gs)].map(
    ([, label = '']) => plainText(label).split(' ')[0]!,
  );
  return [...html.matchAll(/<tr[^>]*><th scope="row">(.*?)<\/tr>/gs)].map(([, row = '']) => {
    const cells = row.split(/<td[^>]*>/);
    return Object.fromEntries(columns.map((name, place) => [name, plainText(cells[place] ?? '')]));
  });
}

/** Of a CSV file. */
function rowsOfFile(file: string): Rows {
  const cells = (line: string) =>
    [...`,${line}`.matchAll(/,("(?:[^"]|"")*"|[^,]*)/g)].map(([, cell = '']) =>
      cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
    );
  const [head = [], ...rows] = file.trimEnd().split(/\r?\n/).map(cells);
  return rows.map((row) => Object.fromEntries(head.map((name, place) => [name, row[place] ?? ''])));
}

interface QueryRow extends Readonly<Record<string, unknown>> {
  readonly visitors: number;
  readonly pageviews: number;
  readonly comparison: Readonly<Record<string, number | null>>;
}

async function query(body: object) {
  const { status, body: answer } = await owner.call('POST', `/websites/${website.id}/query`, body);
  if (status !== 200) throw new Error(`the API says ${status}: ${JSON.stringify(answer.meta.errors)}`);
  return answer.data;
}

/** What the walk does with one view. It throws where something is wrong. */
type Step = (random: Random, view: RandomView, place: number) => Promise<void>;

const SORTS = [
  'visitors',
  'pageviews',
  'visits',
  'bounceRate',
  'averageSessionDurationSeconds',
  'change',
  'change',
  'clicks',
  'events',
  'conversions',
  'goalConversionRate',
];

const list: Step = async (random, { address, body, comparison, hasGoal }, place) => {
  const path = listPaths[place % listPaths.length]!;
  const parameters = new URLSearchParams(address);
  const sort = random.chance(0.7) ? random.pick(SORTS) : undefined;
  const isAscending = random.chance(0.3);
  if (sort !== undefined) parameters.set('sort', `${sort}${isAscending ? ':asc' : ''}`);
  const search = random.chance(0.25)
    ? randomValue(random, website, random.pick(['page', 'city', 'country', 'referrer', 'browser']), true)
    : '';
  if (search !== '') parameters.set('search', search);
  const at = `/websites/${website.id}/${path}`;
  const file = await read(`${at}.csv?${parameters}`);
  const rows = rowsOfFile(file);

  // Pages have the rows of the file, in its order.
  const pages: Rows[] = [];
  for (let part = 1; part <= 4; part += 1) {
    const html = await read(`${at}?${parameters}&part=${part}`);
    pages.push(rowsOfPage(html));
    if (!/rel="next"/.test(html)) break;
  }
  const shown = pages.flat();
  for (const heading of ['Visitors', 'Clicks']) {
    if (rows[0]?.[heading] === undefined || shown[0]?.[heading] === undefined) continue;
    const column = (of: Rows) => of.map((row) => row[heading]);
    expect(column(shown), `${path}: ${heading} of pages`).toEqual(column(rows).slice(0, shown.length));
  }
  expect(shown.length > 0, `${path} has rows`).toBe(rows.length > 0);

  // A change is in order, too.
  const [measured] = hasGoal ? ['Conversions'] : ['Visitors'];
  const [before] = Object.keys(rows[0] ?? {}).filter((name) => name.startsWith('Previous'));
  if (sort === 'change' && before !== undefined && path !== 'channels') {
    const changes = rows.map((row) => Number(row[measured!]) - Number(row[before]));
    expect(changes, `${path} by change`).toEqual(changes.toSorted((a, b) => (isAscending ? a - b : b - a)));
  }

  // The statement has the rows.
  if (sort === undefined && path !== 'channels' && random.chance(0.2)) {
    const link = linksIn(await read(`${at}?${parameters}`)).find((each) => each.startsWith('/sql?'));
    if (link !== undefined) {
      const answer = await person.post('/sql/csv', new URLSearchParams(new URL(link, BASE_URL).search));
      const text = await answer.text();
      expect(answer.status, text).toBe(200);
      if (rows.length > 0) expect(rowsOfFile(text), `${path} as SQL`).toHaveLength(rows.length);
    }
  }

  // The API has them.
  if (body === undefined || search !== '' || path === 'exit-links') return;
  const dimensions = [...(lists[path].by.dimensions ?? [])];
  const withChange = before !== undefined && comparison !== undefined;
  const found = await query({
    ...body,
    dimensions,
    metrics: ['visitors', 'pageviews', ...(hasGoal ? ['conversions'] : [])],
    limit: 10_000,
    ...(withChange && { comparison }),
  });
  const isOfEvents = rows[0]?.Events !== undefined;
  const skips = lists[path].by.skipsMissing;
  const isShown = (row: QueryRow) =>
    (!skips || dimensions.some((name) => row[name] !== null)) &&
    (path !== 'pages' || hasGoal || isOfEvents || row.pageviews > 0 || sort === 'change') &&
    (row.visitors > 0 || sort === 'change');
  const expected: readonly QueryRow[] = found.rows.filter(isShown);
  const alone = rows.filter((row) => path !== 'channels' || row.Source === '');
  const sorted = (texts: readonly unknown[]) => texts.map(String).toSorted();
  if (path === 'pages' && !hasGoal && !isOfEvents && sort === 'change') return;
  if (sort !== 'change' || before === undefined) {
    expect(sorted(alone.map(({ Visitors }) => Visitors)), `${path}: visitors of the API`).toEqual(
      sorted(expected.map((row) => row.visitors).filter((count) => count > 0)),
    );
  }
  const isOfSessions = dimensions.every((name) => findDimension(name).of === 'session');
  if (withChange && (!hasGoal || isOfSessions)) {
    const metric = hasGoal ? 'conversions' : 'visitors';
    expect(sorted(alone.map((row) => [row[measured!], Number(row[before])])), `${path}: changes of the API`).toEqual(
      sorted(expected.map((row) => [row[metric], row.comparison[metric] ?? 0])),
    );
  }
};

const shareList: Step = async (random, { address }) => {
  const path = random.pick(listPaths);
  const parameters = new URLSearchParams(
    [...address].filter(([name]) => !/property:|segment|compareSegment/i.test(name)),
  );
  const has = [...parameters.keys()].some((name) => name.startsWith('any.'));
  for (const suffix of ['', '.csv']) {
    const own = await read(`/websites/${website.id}/${path}${suffix}?${parameters}`);
    const other = await readShared(random, `${shared}/${path}${suffix}?${parameters}`);
    if (suffix === '.csv') expect(other, `${path} of the link`).toBe(own);
    else if (!has) expect(rowsOfPage(other), `${path} of the link`).toEqual(rowsOfPage(own));
  }
  await readShared(random, `${shared}?${address}`);
  for (const name of ['now', 'goal-counts', 'why', 'changes']) await readShared(random, `${shared}/${name}?${address}`);
};

async function readShared(random: Random, path: string): Promise<string> {
  const address = `2001:db8:${random.below(65_536).toString(16)}::1`;
  const socket = { incoming: { socket: { remoteAddress: address, remotePort: 4711, remoteFamily: 'IPv6' } } };
  const response = await service.app.request(path, {}, socket);
  const next = response.headers.get('Location');
  if (response.status === 303 && next !== null) return readShared(random, next);
  if (response.status !== 200) throw new Error(`${path} is a ${response.status}`);
  return response.text();
}

const INTERVALS = ['', 'interval=hour', 'interval=day', 'interval=week', 'interval=month'];
const METRICS = [
  'visitors',
  'visits',
  'pageviews',
  'bounceRate',
  'averageSessionDurationSeconds',
  'viewsPerVisit',
  'returningVisitors',
  'events',
  'conversionRate',
  'conversions',
  'goalConversionRate',
];
const TABS = [
  'sources=channels',
  'sources=campaigns',
  'content=entry-pages',
  'content=exit-pages',
  'content=exit-links',
  'places=cities',
  'technology=screens',
  'technology=os-versions',
];

const figures: Step = async (random, { address, body }) => {
  const own = [
    random.pick(INTERVALS),
    `metric=${random.pick(METRICS)}`,
    random.chance(0.3) ? `metric2=${random.pick(METRICS)}` : '',
    random.pick(TABS),
  ];
  const html = await read(`/websites/${website.id}?${address}&${own.filter((text) => text !== '').join('&')}`);
  const tiles = tilesOf(html);
  if (body !== undefined) {
    const { totals } = await query({ ...body, metrics: ['visitors', 'visits'], include: ['totals'] });
    if (tiles.Visitors !== undefined)
      expect(tiles.Visitors.replaceAll(',', ''), 'visitors').toBe(String(totals.visitors));
    if (tiles.Visits !== undefined) expect(tiles.Visits.replaceAll(',', ''), 'visits').toBe(String(totals.visits));
  }
  for (const name of Object.keys(deferredSections)) await read(`/websites/${website.id}/${name}?${address}`);
};

const others: Step = async (random, { address }) => {
  const dimension = random.pick(['page', 'country', 'exitPage', 'screen', 'event', 'campaignLink', ...PROPERTIES]);
  const typed = new URLSearchParams({
    by: dimension,
    op: random.pick(['is', 'contains', 'is_not']),
    value: randomValue(random, website, dimension, true),
  });
  const path = random.pick([
    'changes',
    'goals',
    'segments',
    'segment-sizes',
    'notes',
    'realtime',
    'delete-events',
    `suggest?${typed}&search=${encodeURIComponent(typed.get('value')!)}`,
    `matching?${typed}`,
    `?${typed}`,
    `pages?${typed}`,
  ]);
  await read(
    `/websites/${website.id}${path.startsWith('?') ? '' : '/'}${path}${path.includes('?') ? '&' : '?'}${address}`,
  );
};

const zip: Step = async (random, { address }) => {
  const response = await person.get(`/websites/${website.id}/view.zip?${address}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(response.status, strFromU8(bytes.slice(0, 300))).toBe(200);
  const files = unzipSync(bytes);
  const path = random.pick(listPaths);
  expect(strFromU8(files[`${path}.csv`]!), path).toBe(await read(`/websites/${website.id}/${path}.csv?${address}`));
};

const randomMatch = (random: Random): readonly [string, unknown] =>
  random.pick([
    () => {
      const goal = random.pick(website.goals);
      return [`goal:${goal}`, { goal }] as const;
    },
    ...(['page', 'event'] as const).map((dimension) => () => {
      const value = random.pick(website.values[dimension]!);
      return [`${dimension}:${value}`, { dimension, operator: 'is', values: [value] }] as const;
    }),
    () => ['page:/page-1*', { dimension: 'page', operator: 'matches', values: ['^/page\\-1.*$'] }] as const,
  ])();

const behavior: Step = async (random, { address, body }) => {
  const at = `/websites/${website.id}`;
  const parameters = new URLSearchParams([...address].filter(([name]) => name !== 'goal'));
  const matches = Array.from({ length: 2 + random.below(3) }, () => randomMatch(random));
  const funnel = new URLSearchParams(parameters);
  for (const [text] of matches) funnel.append('step', text);
  const order = random.pick(['any', 'strict'] as const);
  const scope = random.pick(['visitor', 'session'] as const);
  funnel.set('order', order);
  funnel.set('scope', scope);
  const breakdown = random.pick(['referrer', 'device', 'country'] as const);
  funnel.set('breakdown', breakdown);
  const html = await read(`${at}/funnels?${funnel}`);
  if (body !== undefined) {
    const { goal: _, ...scoped } = body;
    const answer = await owner.call('POST', `${at}/funnel`, {
      ...scoped,
      steps: matches.map(([, filter]) => filter),
      order,
      scope,
      breakdown,
    });
    if (answer.status === 200) {
      const steps = answer.body.data.steps.map(({ visitors }: { visitors: number }) => visitors);
      const found = stepsIn(html).map(([, , visitors]) => visitors);
      if (steps[0] > 0) expect(found, 'steps').toEqual(steps);
    } else expect(answer.status, JSON.stringify(answer.body.meta)).toBe(400);
  }
  const [text] = randomMatch(random);
  const journey = new URLSearchParams(parameters);
  if (random.chance(0.6)) journey.set(random.pick(['start', 'end']), text);
  if (random.chance(0.5)) journey.set('with', 'events');
  if (random.chance(0.5)) journey.set('group', 'section');
  for (const value of [random.pick(website.values.page!), random.pick(website.values.page!)].slice(0, random.below(3)))
    journey.append('path', value);
  await read(`${at}/journeys?${journey}`);
  const period = random.pick(['', 'period=day&', 'period=week&', 'period=month&']);
  const returned = random.chance(0.5) ? `returned=${random.pick(website.goals)}&` : '';
  await read(`${at}/retention?${period}${returned}${parameters}`);
};

/** How many views each is opened with. */
const STEPS: readonly (readonly [name: string, step: Step, views: number])[] = [
  ['whole lists', list, 3 * listPaths.length],
  ['the dashboard and its sections', figures, 8],
  ['lists of a shared link', shareList, 6],
  ['pages of behavior', behavior, 8],
  ['other pages', others, 20],
  ['the file of a view', zip, 1],
];

test.each(STEPS)(`random views of %s (TEST_SEED=${SEED})`, (_, step, views) =>
  walk(views, async (random, place) => {
    const view = randomView(random, website);
    try {
      await step(random, view, place);
    } catch (error) {
      throw new Error(`${view.address}\n${error instanceof Error ? error.message : error}`);
    }
  }),
);

import type { Case, Endpoint } from './case.js';
import { nameOf, spanOf } from './case.js';
import type { Goal } from './goal.js';
import { bestPeer, type Measured } from './measure.js';

export interface MeasuredCase {
  readonly each: Case;
  readonly measured: Measured;
}

const traitLists: readonly Endpoint[] = [
  'countries',
  'referrers',
  'browsers',
  'devices',
  'campaigns',
  'cities',
  'os',
  'languages',
  'channels',
];

const pageLists: readonly Endpoint[] = ['pages', 'entry-pages'];

const isList = ({ endpoint }: Case): boolean => !['main', 'chart-day', 'chart-hour'].includes(endpoint);

/** Filtered by so many traits of the session, and by nothing else. */
const byTraits = ({ filters }: Case, count: number): boolean => filters.length === count && !filters.includes('page');

interface Kind {
  readonly what: string;
  readonly fits: (each: Case) => boolean;
  /** Of the best peer, over 365 days. */
  readonly atMost: number;
  readonly aim: number;
  /** The range that the bound is for, where it is another one. */
  readonly days?: 30;
}

const kinds: readonly Kind[] = [
  { what: 'main', fits: (each) => each.endpoint === 'main' && byTraits(each, 0), atMost: 0.1, aim: 0.05 },
  { what: 'chart by day', fits: (each) => each.endpoint === 'chart-day' && byTraits(each, 0), atMost: 0.4, aim: 0.1 },
  {
    what: 'chart by hour',
    fits: (each) => each.endpoint === 'chart-hour' && byTraits(each, 0),
    atMost: 0.5,
    aim: 0.1,
    days: 30,
  },
  {
    what: 'a breakdown by a trait',
    fits: (each) => traitLists.includes(each.endpoint) && byTraits(each, 0),
    atMost: 0.5,
    aim: 0.15,
  },
  {
    what: 'pages, entry pages',
    fits: (each) => pageLists.includes(each.endpoint) && byTraits(each, 0) && each.limit === 10,
    atMost: 0.2,
    aim: 0.1,
  },
  {
    what: 'pages, entry pages, all of them',
    fits: (each) => pageLists.includes(each.endpoint) && byTraits(each, 0) && each.limit === undefined,
    atMost: 0.6,
    aim: 0.1,
  },
  { what: 'main with a filter', fits: (each) => each.endpoint === 'main' && byTraits(each, 1), atMost: 0.15, aim: 0.1 },
  {
    what: 'chart by day with a filter',
    fits: (each) => each.endpoint === 'chart-day' && byTraits(each, 1),
    atMost: 0.5,
    aim: 0.1,
  },
  {
    what: 'chart by hour with a filter',
    fits: (each) => each.endpoint === 'chart-hour' && byTraits(each, 1),
    atMost: 0.5,
    aim: 0.1,
  },
  { what: 'a breakdown with a filter', fits: (each) => isList(each) && byTraits(each, 1), atMost: 0.7, aim: 0.33 },
  { what: 'a breakdown with two filters', fits: (each) => isList(each) && byTraits(each, 2), atMost: 0.8, aim: 0.33 },
  {
    what: 'main with a page',
    fits: (each) => each.endpoint === 'main' && each.filters.join() === 'page',
    atMost: 0.6,
    aim: 0.33,
  },
];

/** Over 30 days everything is to be as fast as the best peer. */
const SHORTER = { atMost: 1, aim: 0.4 } as const;

type Span = '365 days' | '30 days' | '30 days until now';

/** Our time over the best peer's, of the worst question of each kind. Kinds of which none was measured are left out. */
export function peerGoals(all: readonly MeasuredCase[]): readonly Goal[] {
  return [
    ...kinds.flatMap((kind) => goalOf(all, kind, `${kind.days ?? 365} days`, kind)),
    ...kinds.flatMap((kind) => (kind.days === 30 ? [] : goalOf(all, kind, '30 days', SHORTER))),
    ...kinds.flatMap((kind) => goalOf(all, kind, '30 days until now', SHORTER)),
  ];
}

function goalOf(
  all: readonly MeasuredCase[],
  { what, fits }: Kind,
  span: Span,
  { atMost, aim }: Pick<Kind, 'atMost' | 'aim'>,
): readonly Goal[] {
  const ratios = all.flatMap(({ each, measured: { own, others } }) => {
    const peer = bestPeer(others);
    if (!fits(each) || spanOf(each) !== span || peer === undefined) return [];
    return [{ value: Math.round((own.sql / peer.sql) * 1000) / 1000, worst: nameOf(each) }];
  });
  const [worst] = ratios.sort((a, b) => b.value - a.value);
  return worst === undefined ? [] : [{ what: `${what}, ${span}, of the best peer`, ...worst, atMost, aim }];
}

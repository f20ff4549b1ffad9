import type { Case } from './case.js';
import { caseName, rangeName } from './case.js';
import type { Goal } from './goal.js';
import { bestPeer, type Measured } from './measure.js';

export interface MeasuredCase {
  readonly each: Case;
  readonly measured: Measured;
}

const pageLists: readonly Case['endpoint'][] = ['pages', 'entry-pages'];
const notLists: readonly Case['endpoint'][] = ['page', 'main', 'visitors-chart'];

const isList = ({ endpoint }: Case): boolean => !notLists.includes(endpoint);
const isTraitList = (each: Case): boolean =>
  isList(each) && !pageLists.includes(each.endpoint) && each.endpoint !== 'exit-links';

interface Kind {
  readonly what: string;
  readonly fits: (each: Case) => boolean;
  readonly isFiltered?: true;
  /** Time of the best peer. */
  readonly atMost: number;
  readonly aim: number;
}

const page: Kind = {
  what: 'default dashboard page, all statements',
  fits: ({ endpoint }) => endpoint === 'page',
  atMost: 0.5,
  aim: 0.25,
};

const kinds: readonly Kind[] = [
  { what: '`main`', fits: ({ endpoint }) => endpoint === 'main', atMost: 0.6, aim: 0.2 },
  {
    what: '`main` with a filter on a trait',
    fits: ({ endpoint }) => endpoint === 'main',
    isFiltered: true,
    atMost: 0.7,
    aim: 0.2,
  },
  {
    what: '`visitors-chart` by day',
    fits: ({ endpoint }) => endpoint === 'visitors-chart',
    atMost: 0.5,
    aim: 0.2,
  },
  { what: 'a list by a trait', fits: isTraitList, atMost: 0.6, aim: 0.3 },
  { what: '`pages`, `entry-pages`', fits: ({ endpoint }) => pageLists.includes(endpoint), atMost: 0.7, aim: 0.4 },
  { what: 'a list with one or two filters', fits: isList, isFiltered: true, atMost: 1, aim: 0.7 },
];

const RANGES = ['30 days until now', '365 days until now', '1 day', '30 days', '365 days'] as const;

/** Returns our time relative to the best peer's, for the worst case of each kind. Kinds without a measured case are left out. */
export function peerGoals(all: readonly MeasuredCase[]): readonly Goal[] {
  return [
    ...peerGoal(all, page, '30 days until now'),
    ...kinds.flatMap((kind) => RANGES.flatMap((range) => peerGoal(all, kind, range))),
  ];
}

function peerGoal(
  all: readonly MeasuredCase[],
  { what, fits, isFiltered, atMost, aim }: Kind,
  range: (typeof RANGES)[number],
): readonly Goal[] {
  const ratios = all.flatMap(({ each, measured: { own, others } }) => {
    const peer = bestPeer(others);
    const isOfKind = fits(each) && each.filters.length > 0 === (isFiltered ?? false) && rangeName(each) === range;
    if (!isOfKind || peer === undefined) return [];
    return [{ value: Math.round((own.sql / peer.sql) * 1000) / 1000, worst: caseName(each) }];
  });
  const [worst] = ratios.sort((a, b) => b.value - a.value);
  return worst === undefined ? [] : [{ what: `${what}, ${range}, of the best peer`, ...worst, atMost, aim }];
}

import { peers } from '../peers/peers.js';
import { type Case, caseName, endpoints } from './case.js';
import type { Goal } from './goal.js';
import { bestPeer, type Measured, median } from './measure.js';
import { posted, postedNames } from './posted.js';

export interface MeasuredCase {
  readonly each: Case;
  readonly measured: Measured;
}

const pageLists: readonly Case['endpoint'][] = ['pages', 'entry-pages', 'custom-events'];
const lists: readonly Case['endpoint'][] = endpoints.filter((name) => name !== 'main' && name !== 'visitors-chart');

const isList = ({ endpoint }: Case): boolean => lists.includes(endpoint);
const isTraitList = (each: Case): boolean =>
  isList(each) && !pageLists.includes(each.endpoint) && each.endpoint !== 'exit-links';
const isPlain = ({ filters }: Case): boolean => filters.length === 0;
const asks = (endpoint: Case['endpoint'], days: number) => (each: Case) =>
  each.endpoint === endpoint && each.days === days && isPlain(each) && !each.isSmall;

/** A goal for our times relative to the best peer's: for the worst of the cases that fit, or for their median. */
interface Kind {
  readonly what: string;
  readonly fits: (each: Case) => boolean;
  readonly isMedian?: true;
  readonly atMost: number;
  readonly aim: number;
}

/** All of them are for ranges until now. */
const kinds: readonly Kind[] = [
  { what: 'default dashboard page, 30 days', fits: asks('page', 30), atMost: 0.4, aim: 0.26 },
  { what: 'default dashboard page, 365 days', fits: asks('page', 365), atMost: 0.2, aim: 0.13 },
  {
    what: 'default dashboard page, small website, 30 days',
    fits: ({ endpoint, isSmall }) => endpoint === 'page' && isSmall === true,
    atMost: 0.55,
    aim: 0.4,
  },
  { what: '`main`, 30 days', fits: asks('main', 30), atMost: 0.4, aim: 0.25 },
  { what: '`visitors-chart` by day, 30 days', fits: asks('visitors-chart', 30), atMost: 0.65, aim: 0.5 },
  {
    what: 'a list by a trait, 30 days',
    fits: (each) => isTraitList(each) && each.days === 30 && isPlain(each),
    atMost: 0.75,
    aim: 0.6,
  },
  {
    what: 'a list by a trait, 365 days',
    fits: (each) => isTraitList(each) && each.days === 365 && isPlain(each),
    atMost: 0.45,
    aim: 0.3,
  },
  {
    what: '`pages`, `entry-pages`, custom events, 30 days',
    fits: (each) => pageLists.includes(each.endpoint) && each.days === 30 && isPlain(each),
    atMost: 0.75,
    aim: 0.4,
  },
  {
    what: '`pages`, `entry-pages`, custom events, 365 days',
    fits: (each) => pageLists.includes(each.endpoint) && each.days === 365 && isPlain(each),
    atMost: 0.45,
    aim: 0.15,
  },
  {
    what: 'lists with one or two filters, the median',
    fits: (each) => isList(each) && !isPlain(each),
    isMedian: true,
    atMost: 1.1,
    aim: 0.9,
  },
  { what: 'lists with one or two filters', fits: (each) => isList(each) && !isPlain(each), atMost: 1.4, aim: 1.2 },
  { what: 'today: default dashboard page', fits: asks('page', 1), atMost: 0.8, aim: 0.5 },
  {
    what: 'today: a list',
    fits: (each) => isList(each) && each.days === 1 && isPlain(each),
    atMost: 1.1,
    aim: 0.8,
  },
  ...postedNames
    .filter((name) => peers.some((peer) => peer.posted[name] !== undefined))
    .map((name) => ({
      what: posted[name].title,
      fits: ({ endpoint }: Case) => endpoint === name,
      atMost: 1,
      aim: 0.5,
    })),
];

/** A goal for a request relative to another request of ours. */
const ownKinds = [
  {
    what: 'funnel, 365 days, of a count of its visitors over the same events',
    each: asks('funnel', 365),
    of: asks('visitors-of-events', 365),
    atMost: 1.5,
    aim: 1,
  },
  {
    what: 'what changed, 30 days, of the default page',
    each: asks('changes', 30),
    of: asks('page', 30),
    atMost: 3,
    aim: 2,
  },
] as const;

/** Also has the goals relative to our own requests, and to the first of repeated openings. Kinds without a measured case are left out. */
export const peerGoals = (all: readonly MeasuredCase[]): readonly Goal[] => [
  ...kinds.flatMap((kind) => peerGoal(all, kind)),
  ...ownKinds.flatMap(({ what, each, of, atMost, aim }) => {
    const [part, whole] = [each, of].map((fits) => all.find((measured) => fits(measured.each))?.measured.own.http);
    return part === undefined || whole === undefined ? [] : [{ what, value: rounded(part / whole), atMost, aim }];
  }),
  ...all.flatMap(({ each, measured: { own, first } }) =>
    first === undefined
      ? []
      : [{ what: `${caseName(each)}, of the first time`, value: rounded(own.sql / first), atMost: 1.05, aim: 0.5 }],
  ),
];

function peerGoal(all: readonly MeasuredCase[], { what, fits, isMedian, atMost, aim }: Kind): readonly Goal[] {
  const ratios = all
    .flatMap(({ each, measured: { own, others } }) => {
      const peer = bestPeer(others);
      if (!each.untilNow || !fits(each) || peer === undefined) return [];
      return [{ value: rounded(own.sql / peer.sql), worst: caseName(each) }];
    })
    .sort((a, b) => b.value - a.value);
  const [worst] = ratios;
  if (worst === undefined) return [];
  const found = isMedian ? { value: median(ratios.map(({ value }) => value)) } : worst;
  return [{ what: `${what}, until now, of the best peer`, ...found, atMost, aim }];
}

const rounded = (ratio: number): number => Math.round(ratio * 1000) / 1000;

import { filterOperators } from '../../src/dashboard/pages/stats/view-filter.js';
import { viewDimensions } from '../../src/stats/dimensions.js';
import type { Random } from '../oracle/random.js';
import { PROPERTIES, randomValue, type VariedWebsite } from '../service/varied-website.js';

type Fields = Readonly<Record<string, unknown>>;

/** Parameters of the dashboard, and fields of the API's query. */
type Choice = readonly [address: string, body: Fields];

export interface RandomView {
  readonly address: URLSearchParams;
  /** Without the comparison; undefined where the API has no such view. */
  readonly body: Fields | undefined;
  /** Undefined where the API compares nothing, or until another time of a day that is not over. */
  readonly comparison: Fields | undefined;
  readonly hasGoal: boolean;
}

const named = (name: string, api = name): Choice => [`range=${name}`, { range: api }];
const days = (from: string, to: string): Choice => [`from=${from}&to=${to}`, { from, to }];

export const RANGES: readonly Choice[] = [
  ...['24h', 'today', 'yesterday', '7d', '30d', '90d', 'month', 'year', '12mo', 'all'].map((name) => named(name)),
  named('last-month', 'lastMonth'),
  days('2026-03-29', '2026-03-29'),
  days('2025-10-26', '2025-10-26'),
  days('2026-03-20', '2026-03-30'),
  days('2026-03-25', '2026-04-10'),
  days('2026-05-01', '2026-05-02'),
  days('2019-01-01', '2019-02-01'),
];

export const COMPARISONS: readonly Choice[] = [
  ['', { mode: 'previous' }],
  ['matchWeekday=true', { mode: 'previous', matchWeekday: true }],
  ['compare=year', { mode: 'year' }],
  ['compare=year&matchWeekday=true', { mode: 'year', matchWeekday: true }],
  [
    'compare=custom&compareFrom=2026-03-01&compareTo=2026-03-29',
    { mode: 'custom', from: '2026-03-01', to: '2026-03-29' },
  ],
];

interface ViewFilter {
  readonly key: string;
  readonly isAlternative: boolean;
  readonly values: readonly string[];
  readonly filter: Fields;
}

function randomFilter(random: Random, website: VariedWebsite): ViewFilter {
  const dimension = random.pick([...viewDimensions, ...PROPERTIES]);
  const operator = random.pick(filterOperators);
  const isAlternative = random.chance(0.3);
  const isPart = operator.startsWith('contains');
  const values = Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () =>
    randomValue(random, website, dimension, isPart),
  );
  return {
    key: `${isAlternative ? 'any.' : ''}${dimension}${operator === 'is' ? '' : `.${operator}`}`,
    isAlternative,
    values,
    filter: {
      dimension,
      operator,
      values: isPart || !dimension.startsWith('property:') ? values : values.flatMap(typed),
    },
  };
}

/** The dashboard takes a text that looks like a number for both. */
const typed = (text: string): readonly unknown[] =>
  /^-?\d+(\.\d+)?$|^true$/.test(text) ? [text, JSON.parse(text)] : [text];

/** The dashboard looks for parts of the names of these, and the API for parts of their codes. */
const isOfCodes = ({ filter: { dimension, operator } }: ViewFilter): boolean =>
  ['country', 'language'].includes(String(dimension)) && String(operator).startsWith('contains');

/** What a person may choose in the menus of the dashboard, and the same as a query of the API. */
export function randomView(random: Random, website: VariedWebsite): RandomView {
  const [range, rangeBody] = random.pick(RANGES);
  const [compare, comparison] = random.pick(COMPARISONS);
  const filters = Array.from({ length: random.pick([0, 1, 1, 1, 2, 3]) }, () => randomFilter(random, website)).filter(
    ({ key }, place, all) => all.findIndex((each) => each.key === key) === place,
  );
  const alternatives = filters.filter(({ isAlternative }) => isAlternative);
  // An alternative alone is a requirement, and may then have the key of another.
  const isAlone = alternatives.length === 1;
  const segment = random.chance(0.25) ? random.pick(website.segments) : undefined;
  const goal = random.chance(0.3) ? random.pick(website.goals) : undefined;
  const compared = random.chance(0.15)
    ? random.pick([
        'compare=none',
        `compare=segment&compareSegment=${random.pick(website.segments)}`,
        'compare=segment',
      ])
    : compare;
  const address = new URLSearchParams([range, compared].filter((text) => text !== '').join('&'));
  for (const { key, values } of filters) for (const value of values) address.append(key, value);
  if (segment !== undefined) address.set('segment', segment);
  if (goal !== undefined) address.set('goal', goal);
  const isKnown = !isAlone && !filters.some(isOfCodes);
  const parts = [
    ...(alternatives.length === 0 ? [] : [{ or: alternatives.map(({ filter }) => filter) }]),
    ...filters.flatMap(({ isAlternative, filter }) => (isAlternative ? [] : [filter])),
    ...(segment === undefined ? [] : [{ segment }]),
  ];
  const isOver = range === 'range=yesterday' || range === 'range=last-month' || (rangeBody.to as string) < '2026-03-31';
  return {
    address,
    body: isKnown ? { ...rangeBody, filters: parts, ...(goal !== undefined && { goal }) } : undefined,
    comparison: compared === compare && isOver ? comparison : undefined,
    hasGoal: goal !== undefined,
  };
}

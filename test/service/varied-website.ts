import { expect } from 'vitest';
import { rowDimensions } from '../../src/stats/rows/parse-filter.js';
import { randomHistory } from '../oracle/history.js';
import type { PastEvent } from '../oracle/past-event.js';
import { type Random, seeded } from '../oracle/random.js';
import type { ApiClient } from './api-client.js';

/** On 29 March, clocks in Berlin go forward. */
export const NOW = Date.UTC(2026, 2, 31, 13, 37);
const ZONE = 'Europe/Berlin';
const DOMAIN = 'example.com';
const DAY = 86_400_000;

/** With values of several types. */
export const PROPERTIES = ['property:plan', 'property:amount'] as const;

export const DIMENSIONS: readonly string[] = [...rowDimensions, ...PROPERTIES];

/** More than a page of a list has. */
const PAGES = 230;

const PROPS = [
  { plan: 'pro', amount: 12.5 },
  { plan: 'free' },
  { plan: 404 },
  { plan: '404', amount: -3 },
  { plan: true },
  {},
];
const VERSIONS = ['128', '17.5', undefined] as const;

/** Events of this week, of the month before and of the year before, with every trait, and many pages. */
function history(seed: number): readonly PastEvent[] {
  const random = seeded(seed);
  const options = { seed, zone: ZONE, domain: DOMAIN, leaves: true };
  const visits = [
    { from: '2026-03-23', days: 8, visitors: 25 },
    { from: '2026-02-16', days: 6, visitors: 12 },
    { from: '2025-03-24', days: 4, visitors: 8 },
  ].flatMap((part) => randomHistory({ ...options, ...part }));
  const pages = Array.from({ length: PAGES * 2 }, (_, place): PastEvent => {
    const at = random.pick([NOW, NOW - 7 * DAY, NOW - 30 * DAY]) - random.below(7 * DAY);
    return {
      timestamp: new Date(at).toISOString(),
      type: 'pageview',
      url: `https://${random.pick(['', 'shop.'])}${DOMAIN}/page-${place % PAGES}`,
      visitor: `reader-${random.below(60)}`,
      country: random.pick(['DE', 'FR', 'US']),
      device: random.pick(['desktop', 'mobile']),
      screen: random.pick(['1920x1080', '800x600']),
    };
  });
  return [...visits, ...pages]
    .filter(({ timestamp }) => Date.parse(timestamp) < NOW)
    .map((event, place) => {
      if (event.type === 'leave') return event;
      const [region, browserVersion, osVersion] = [
        random.pick(['Bavaria', 'Texas', undefined]),
        random.pick(VERSIONS),
        random.pick(VERSIONS),
      ];
      const exported = {
        domain: DOMAIN,
        ...(region !== undefined && { region }),
        ...(browserVersion !== undefined && { browserVersion }),
        ...(osVersion !== undefined && { osVersion }),
      };
      const props = event.type === 'custom' ? { props: PROPS[place % PROPS.length]! } : {};
      return { ...event, ...props, ...(random.chance(0.5) && { exported }) };
    });
}

export interface VariedWebsite {
  readonly id: string;
  readonly goals: readonly string[];
  readonly segments: readonly string[];
  /** Stored values of each dimension. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}

/** A website with all that views can be made of. */
export async function variedWebsite(owner: ApiClient, seed: number): Promise<VariedWebsite> {
  const { id } = await owner.website({ domain: DOMAIN, timezone: ZONE });
  const events = history(seed);
  expect((await owner.history(id, events)).body.data).toMatchObject({ imported: events.length, rejected: 0 });
  const create = async (kind: string, fields: object): Promise<string> => {
    const { status, body } = await owner.call('POST', `/websites/${id}/${kind}`, fields);
    expect(status, JSON.stringify(body)).toBe(201);
    return body.data.id;
  };
  const is = (dimension: string, ...values: readonly unknown[]) => ({ dimension, operator: 'is', values });
  const goals = [
    await create('goals', { name: 'Sign-up', match: is('event', 'signup') }),
    await create('goals', { name: 'Pages', match: is('page', '/page-1*') }),
    await create('goals', { name: 'Pro', match: { and: [is('event', 'signup'), is('property:plan', 'pro')] } }),
  ];
  const segments = [
    await create('segments', { name: 'German', filters: is('country', 'DE') }),
    await create('segments', { name: 'Buyers', filters: { hasDone: { goal: goals[0] } } }),
    await create('segments', {
      name: 'Mixed',
      filters: { or: [{ not: is('exitPage', '/page-1') }, is('property:plan', 404, null), is('screen', '800x600')] },
    }),
    await create('segments', { name: 'Others', filters: { not: { hasDone: is('page', '/page-2') } } }),
  ];
  await create('funnels', { name: 'Two pages', steps: [is('page', '/page-1'), { goal: goals[0] }] });
  const values = await Promise.all(
    DIMENSIONS.map(async (dimension) => {
      const found = await owner.get(`/websites/${id}/values`, {
        dimension,
        from: '2025-01-01',
        to: '2026-03-31',
        limit: '20',
      });
      expect(found.status, JSON.stringify(found.body)).toBe(200);
      return [dimension, found.body.data.values.map(({ value }: { value: unknown }) => String(value ?? ''))] as const;
    }),
  );
  return { id, goals, segments, values: Object.fromEntries(values) };
}

/** A value of some event, or a part of one, or neither. */
export function randomValue(random: Random, { values }: VariedWebsite, dimension: string, isPart: boolean): string {
  if (random.chance(0.05)) return random.pick(['not there', "it's", '\\', '%', 'null', '404', '*', '"}{x:String}']);
  const value = random.pick([...(values[dimension] ?? []), 'other']);
  return isPart
    ? [...value]
        .slice(random.below(2), 2 + random.below(4))
        .join('')
        .trim() || 'a'
    : value;
}

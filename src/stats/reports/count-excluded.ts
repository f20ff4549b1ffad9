import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import type { Exclusions } from '../../collect/steps/exclusions.js';
import { canonicalHost } from '../../collect/steps/hosts.js';
import { readable } from '../../collect/steps/page.js';
import { answer } from '../answer.js';
import type { DimensionName } from '../dimensions.js';
import type { Filter } from '../filters.js';
import { NO_FACTS } from '../metrics.js';
import type { Scope } from '../query.js';

/** Those that stored events show: IP addresses are not stored. */
type StoredExclusions = Omit<Exclusions, 'excludedIps'>;

export interface ExcludedCount {
  /** Pageviews, custom events and clicks on outbound links. */
  readonly events: number;
  readonly visitors: number;
  /** Of all events, 0 to 1. */
  readonly share: number;
}

/** Counts the stored events, of a scope without a filter, that these exclusions would have kept out. */
export async function countExcluded(
  clickhouse: ClickHouse,
  scope: Scope,
  exclusions: StoredExclusions,
): Promise<ExcludedCount> {
  const filter = { or: [...ofPages(exclusions), ...ofHosts(exclusions), ...ofCountries(exclusions)] };
  // One statement, so that all events are no fewer than those.
  const { total, rows } = await answer(clickhouse, {
    ...scope,
    name: 'stats/excluded',
    metrics: ['events', 'visitors'],
    dimensions: ['goal'],
    levels: [1, 0],
    goals: [{ kind: 'goal', id: 'excluded', name: '', filter }],
  });
  const { events, visitors } = rows[0]?.now ?? NO_FACTS;
  return { events, visitors, share: events / Math.max(1, total.now.events) };
}

/** Like `isExcludedPath`: a pattern also matches a page with a slash at its end, which is stored without it. */
const ofPages = ({ excludedPaths }: StoredExclusions): readonly Filter[] =>
  matchesAny(
    'page',
    excludedPaths.map(readable).flatMap((pattern) => {
      const folder = pattern.replace(/\*+$/, '');
      return [pattern, ...(folder.endsWith('/') ? [folder.slice(0, -1)] : [])].map((each) => toExpression(each, '.*'));
    }),
  );

/** Like `isExcludedHostname`: `*.` in front stands for any subdomain, a `*` elsewhere for a part of a label. */
const ofHosts = ({ excludedHostnames }: StoredExclusions): readonly Filter[] =>
  matchesAny(
    'hostname',
    excludedHostnames.map((entry) => {
      const isParent = entry.startsWith('*.');
      const host = isParent ? entry.slice(2) : entry;
      const name = host.includes('*') ? host.toLowerCase() : canonicalHost(host);
      return `${isParent ? '.*\\.' : ''}${toExpression(name, '[^.]*')}`;
    }),
  );

const ofCountries = ({ excludedCountries }: StoredExclusions): readonly Filter[] =>
  excludedCountries.length === 0
    ? []
    : [{ dimension: 'country', operator: 'is', values: excludedCountries.map((code) => code.toUpperCase()) }];

/** One expression of all, which takes one pass over each value. */
const matchesAny = (dimension: DimensionName, expressions: readonly string[]): readonly Filter[] =>
  expressions.length === 0
    ? []
    : [{ dimension, operator: 'matches', values: [`^(?s:${[...new Set(expressions)].join('|')})$`] }];

/** RE2; `star` is what a `*` becomes. */
const toExpression = (pattern: string, star: string): string =>
  pattern
    .split(/\*+/)
    .map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, '\\$&'))
    .join(star);

import { largeWebsite } from '../data-set/plan.js';

/** A goal of the large website, by its name. */
export type GoalName = 'docs' | 'shop' | 'signup';

/** The pages and the custom event of funnels and goals: the two most frequent pages, and an event of one in fifty sessions. */
export const funnelPages = ['/docs/the-story-of-number-1', '/shop/the-story-of-number-2'] as const;
export const funnelSections = ['/docs/', '/shop/'] as const;
export const SIGNUP = 'signup';
export const PROPERTY = 'plan';

const is = (dimension: string, value: string) => ({ dimension, operator: 'is', values: [value] });

export const goalMatches: Readonly<Record<GoalName, unknown>> = {
  docs: is('page', `${funnelSections[0]}*`),
  shop: is('page', `${funnelSections[1]}*`),
  signup: is('event', SIGNUP),
};

/** A query that is sent as a body. */
interface Posted {
  /** In the goals of the bench. */
  readonly title: string;
  /** What follows the website in its path. */
  readonly path: 'changes' | 'cohorts' | 'funnel' | 'query';
  /** The body without its range. */
  readonly body: (goalId: (name: GoalName) => string) => object;
}

const rows = (dimensions: readonly string[], metrics: readonly string[], rest: object = {}) => ({
  dimensions,
  metrics,
  limit: 10,
  ...rest,
});

/**
 * A peer's statements answer the same query, but for what its file says. `page-conversions` has all that `page-bounces` has, which
 * more peers have.
 */
export const posted = {
  changes: { title: 'what changed', path: 'changes', body: () => ({ metric: 'visitors' }) },
  funnel: {
    title: 'funnel of two pages and an event',
    path: 'funnel',
    body: () => ({ steps: [...funnelPages.map((page) => is('page', page)), is('event', SIGNUP)] }),
  },
  'section-funnel': {
    title: 'funnel of two sections and an event',
    path: 'funnel',
    body: (goalId) => ({ steps: [{ goal: goalId('docs') }, { goal: goalId('shop') }, { goal: goalId('signup') }] }),
  },
  retention: { title: 'retention by week', path: 'cohorts', body: () => ({ interval: 'week' }) },
  'page-bounces': {
    title: 'pages with bounce rate',
    path: 'query',
    body: () => rows(['page'], ['visitors', 'pageviews', 'bounceRate']),
  },
  'page-conversions': {
    title: 'pages with bounce rate and conversion rate',
    path: 'query',
    body: (goalId) =>
      rows(['page'], ['visitors', 'pageviews', 'bounceRate', 'conversions', 'conversionRate'], {
        goal: goalId('signup'),
      }),
  },
  property: {
    title: 'values of a property',
    path: 'query',
    body: () => rows([`property:${PROPERTY}`], ['visitors', 'events'], { filters: is('event', SIGNUP) }),
  },
  'country-browser': {
    title: 'countries by browser',
    path: 'query',
    body: () => rows(['country', 'browser'], ['visitors', 'visits', 'bounceRate']),
  },
  'country-day': {
    title: 'countries by day',
    path: 'query',
    body: () => rows(['country', 'day'], ['visitors', 'pageviews'], { limit: 10_000 }),
  },
  'exit-pages': { title: 'exit pages', path: 'query', body: () => rows(['exitPage'], ['visitors']) },
  /** Every event passes the filter, but `events` alone can answer it: a funnel is compared with a count over its own rows. */
  'visitors-of-events': {
    title: 'visitors, counted over events',
    path: 'query',
    body: () => ({ metrics: ['visitors'], filters: is('hostname', largeWebsite.domain) }),
  },
} as const satisfies Readonly<Record<string, Posted>>;

export type PostedName = keyof typeof posted;

export const postedNames = Object.keys(posted) as readonly PostedName[];

export const isPosted = (name: string): name is PostedName => Object.hasOwn(posted, name);

import type { Weighted } from './random.js';

/** A visitor's options on a page. */
interface Page {
  /** Median reading time in seconds. */
  readonly seconds: number;
  /** Share of the visitors who go on to another page. */
  readonly onward: number;
  readonly next: Weighted<string>;
  /** Share of those visitors who leave by one of the page's links to another host. */
  readonly exits?: { readonly share: number; readonly links: Weighted<string> };
  /** Share of its views that end in this event. */
  readonly goal?: { readonly share: number; readonly name: string; readonly props: Weighted<Record<string, string>> };
}

const DOCS_LINKS: Weighted<string> = [
  [5, 'https://github.com/example/footpath'],
  [2, 'https://hub.docker.com/r/example/footpath'],
  [1, 'https://stackoverflow.com/questions/tagged/footpath'],
];

const BLOG_LINKS: Weighted<string> = [
  [3, 'https://github.com/example/footpath'],
  [2, 'https://clickhouse.com/docs'],
  [1, 'https://en.wikipedia.org/wiki/Web_analytics'],
  [1, 'https://www.linkedin.com/company/example'],
];

const post = (seconds: number): Page => ({
  seconds,
  onward: 0.34,
  next: [
    [4, '/'],
    [3, '/blog'],
    [2, '/pricing'],
    [2, '/docs'],
    [1, '/features'],
  ],
  exits: { share: 0.14, links: BLOG_LINKS },
  goal: { share: 0.015, name: 'subscribe', props: [[1, { list: 'product-news' }]] },
});

const manual = (next: Weighted<string>): Page => ({
  seconds: 75,
  onward: 0.56,
  next: [...next, [2, '/docs'], [1, '/pricing']],
  exits: { share: 0.2, links: DOCS_LINKS },
});

/** The sample website: a small software company's. Each page leads only to pages that exist. */
export const siteMap: Readonly<Record<string, Page>> = {
  '/': {
    seconds: 28,
    onward: 0.62,
    next: [
      [5, '/pricing'],
      [5, '/features'],
      [4, '/docs'],
      [2, '/blog'],
      [2, '/signup'],
      [1, '/about'],
      [1, '/customers'],
    ],
    exits: { share: 0.05, links: [[1, 'https://github.com/example/footpath']] },
  },
  '/features': {
    seconds: 45,
    onward: 0.64,
    next: [
      [6, '/pricing'],
      [3, '/signup'],
      [3, '/docs'],
      [2, '/customers'],
    ],
  },
  '/pricing': {
    seconds: 40,
    onward: 0.52,
    next: [
      [6, '/signup'],
      [2, '/features'],
      [2, '/docs'],
      [1, '/contact'],
      [1, '/'],
    ],
    goal: {
      share: 0.1,
      name: 'billing period',
      props: [
        [3, { period: 'yearly' }],
        [1, { period: 'monthly' }],
      ],
    },
  },
  '/signup': {
    seconds: 55,
    onward: 0.4,
    next: [
      [5, '/docs/getting-started'],
      [1, '/pricing'],
    ],
    goal: {
      share: 0.36,
      name: 'signup',
      props: [
        [6, { plan: 'free' }],
        [3, { plan: 'pro' }],
        [1, { plan: 'team' }],
      ],
    },
  },
  '/customers': {
    seconds: 50,
    onward: 0.5,
    next: [
      [3, '/pricing'],
      [2, '/signup'],
      [1, '/'],
    ],
  },
  '/about': {
    seconds: 35,
    onward: 0.4,
    next: [
      [2, '/'],
      [1, '/contact'],
      [1, '/blog'],
    ],
  },
  '/contact': {
    seconds: 45,
    onward: 0.2,
    next: [[1, '/']],
    goal: {
      share: 0.3,
      name: 'message',
      props: [
        [2, { topic: 'sales' }],
        [1, { topic: 'support' }],
      ],
    },
  },
  '/changelog': {
    seconds: 50,
    onward: 0.4,
    next: [
      [2, '/docs'],
      [1, '/'],
      [1, '/blog'],
    ],
  },
  '/blog': {
    seconds: 20,
    onward: 0.68,
    next: [
      [4, '/blog/we-are-live'],
      [3, '/blog/cookies-are-over'],
      [3, '/blog/counting-visitors'],
      [2, '/blog/one-server'],
      [1, '/'],
    ],
  },
  '/blog/we-are-live': post(95),
  '/blog/cookies-are-over': post(120),
  '/blog/counting-visitors': post(150),
  '/blog/one-server': post(135),
  '/docs': {
    seconds: 25,
    onward: 0.78,
    next: [
      [5, '/docs/getting-started'],
      [3, '/docs/api'],
      [2, '/docs/self-hosting'],
      [2, '/docs/events'],
      [1, '/changelog'],
    ],
    exits: { share: 0.2, links: DOCS_LINKS },
  },
  '/docs/getting-started': manual([
    [4, '/docs/events'],
    [2, '/docs/self-hosting'],
    [2, '/signup'],
  ]),
  '/docs/self-hosting': manual([
    [3, '/docs/getting-started'],
    [2, '/docs/api'],
  ]),
  '/docs/events': manual([
    [3, '/docs/api'],
    [1, '/docs/getting-started'],
  ]),
  '/docs/api': manual([
    [2, '/docs/events'],
    [1, '/changelog'],
  ]),
};

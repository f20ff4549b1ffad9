import type { Weighted } from '../random.js';
import type { Page, Site, Source } from '../site.js';
import { AI_BOTS, OFFICE, SEARCH_BOTS, SEO_BOT, TEST_BROWSER } from './senders.js';

const DOCS_LINKS: Weighted<string> = [
  [5, 'https://github.com/example/otterbill'],
  [2, 'https://hub.docker.com/r/example/otterbill'],
  [1, 'https://stackoverflow.com/questions/tagged/otterbill'],
];

const BLOG_LINKS: Weighted<string> = [
  [3, 'https://github.com/example/otterbill'],
  [2, 'https://apps.apple.com/app/example'],
  [1, 'https://en.wikipedia.org/wiki/Invoice'],
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
  customEvent: { share: 0.015, name: 'subscribe', props: [[1, { list: 'product-news' }]] },
});

const manual = (next: Weighted<string>): Page => ({
  seconds: 75,
  onward: 0.56,
  next: [...next, [2, '/docs'], [1, '/pricing']],
  exits: { share: 0.2, links: DOCS_LINKS },
});

const pages: Readonly<Record<string, Page>> = {
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
    exits: { share: 0.05, links: [[1, 'https://github.com/example/otterbill']] },
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
    customEvent: {
      share: 0.1,
      name: 'choose billing period',
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
    customEvent: {
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
    customEvent: {
      share: 0.3,
      name: 'contact',
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
      [4, '/blog/otterbill-2'],
      [3, '/blog/getting-paid-on-time'],
      [3, '/blog/invoice-numbers'],
      [2, '/blog/company-of-one'],
      [1, '/'],
    ],
  },
  '/blog/otterbill-2': post(95),
  '/blog/getting-paid-on-time': post(120),
  '/blog/invoice-numbers': post(150),
  '/blog/company-of-one': post(135),
  '/docs': {
    seconds: 25,
    onward: 0.78,
    next: [
      [5, '/docs/getting-started'],
      [3, '/docs/api'],
      [2, '/docs/import-from-excel'],
      [2, '/docs/reminders'],
      [1, '/changelog'],
    ],
    exits: { share: 0.2, links: DOCS_LINKS },
  },
  '/docs/getting-started': manual([
    [4, '/docs/reminders'],
    [2, '/docs/import-from-excel'],
    [2, '/signup'],
  ]),
  '/docs/import-from-excel': manual([
    [3, '/docs/getting-started'],
    [2, '/docs/api'],
  ]),
  '/docs/reminders': manual([
    [3, '/docs/api'],
    [1, '/docs/getting-started'],
  ]),
  '/docs/api': manual([
    [2, '/docs/reminders'],
    [1, '/changelog'],
  ]),
};

const FRONT_PAGES: Weighted<string> = [
  [12, '/'],
  [3, '/pricing'],
  [2, '/docs'],
  [1, '/features'],
  [1, '/blog'],
];
const FOUND_PAGES: Weighted<string> = [
  [5, '/'],
  [4, '/blog/getting-paid-on-time'],
  [4, '/blog/invoice-numbers'],
  [3, '/docs/getting-started'],
  [2, '/blog/company-of-one'],
  [2, '/docs/import-from-excel'],
  [2, '/docs/api'],
  [1, '/pricing'],
];
const SHARED_PAGES: Weighted<string> = [
  [4, '/blog/invoice-numbers'],
  [3, '/blog/getting-paid-on-time'],
  [3, '/blog/company-of-one'],
  [3, '/'],
];
const SALES_PAGES: Weighted<string> = [
  [3, '/'],
  [3, '/features'],
  [3, '/pricing'],
];

const newsletter = (campaign: string, from: number): Source => ({
  query: `?utm_source=newsletter&utm_medium=email&utm_campaign=${campaign}`,
  entryPages: [
    [3, '/changelog'],
    [2, '/blog/company-of-one'],
    [2, '/'],
    [1, '/docs/reminders'],
  ],
  during: [from, from + 0.05],
});

const newsletters: Weighted<Source> = [
  [50, newsletter('product-news-1', 0.12)],
  [60, newsletter('product-news-2', 0.45)],
  [70, newsletter('product-news-3', 0.8)],
];

/** Sources of first visits. */
const firstSources: Weighted<Source> = [
  [24, { entryPages: FRONT_PAGES }],
  [24, { referrer: 'https://www.google.com/', entryPages: FOUND_PAGES }],
  [4, { referrer: 'https://www.google.de/', entryPages: FOUND_PAGES }],
  [4, { referrer: 'https://www.bing.com/', entryPages: FOUND_PAGES }],
  [4, { referrer: 'https://duckduckgo.com/', entryPages: FOUND_PAGES }],
  [1, { referrer: 'https://www.ecosia.org/', entryPages: FOUND_PAGES }],
  [1, { referrer: 'https://search.brave.com/', entryPages: FOUND_PAGES }],
  [6, { referrer: 'https://chatgpt.com/', query: '?utm_source=chatgpt.com', entryPages: FOUND_PAGES }],
  [2, { referrer: 'https://www.perplexity.ai/', entryPages: FOUND_PAGES }],
  [2, { referrer: 'https://claude.ai/', entryPages: FOUND_PAGES }],
  [1, { referrer: 'https://gemini.google.com/', entryPages: FOUND_PAGES }],
  [4, { referrer: 'https://t.co/a1b2c3', entryPages: SHARED_PAGES }],
  [4, { referrer: 'https://www.linkedin.com/', entryPages: SHARED_PAGES }],
  [3, { referrer: 'https://www.reddit.com/', entryPages: SHARED_PAGES }],
  [2, { referrer: 'https://mastodon.social/', entryPages: SHARED_PAGES }],
  [1, { referrer: 'https://m.facebook.com/', entryPages: SHARED_PAGES }],
  [1, { referrer: 'https://www.youtube.com/', entryPages: FRONT_PAGES }],
  [
    6,
    {
      referrer: 'https://github.com/',
      entryPages: [
        [3, '/docs/getting-started'],
        [3, '/'],
        [1, '/docs/import-from-excel'],
      ],
    },
  ],
  [1, { referrer: 'https://news.ycombinator.com/', entryPages: SHARED_PAGES }],
  [2, { referrer: 'https://dev.to/', entryPages: SHARED_PAGES }],
  [1, { referrer: 'https://www.heise.de/', entryPages: SHARED_PAGES }],
  [1, { referrer: 'https://alternativeto.net/', entryPages: SALES_PAGES }],
  [2, { query: '?ref=producthunt', entryPages: FRONT_PAGES, during: [0.6, 1] }],
  [
    9,
    {
      referrer: 'https://www.google.com/',
      query: '?utm_source=google&utm_medium=cpc&utm_campaign=get-paid-faster&gclid=demo',
      entryPages: SALES_PAGES,
      during: [0.3, 0.75],
    },
  ],
  [
    5,
    {
      referrer: 'https://www.linkedin.com/',
      query: '?utm_source=linkedin&utm_medium=paid_social&utm_campaign=founders',
      entryPages: SALES_PAGES,
      during: [0.7, 1],
    },
  ],
  [2, { query: '?utm_source=partner&utm_medium=affiliate&utm_campaign=friends', entryPages: SALES_PAGES }],
];

/** Sources of returning visits. */
const laterSources: Weighted<Source> = [
  [
    52,
    {
      entryPages: [
        [6, '/'],
        [5, '/docs'],
        [3, '/docs/api'],
        [2, '/pricing'],
        [2, '/changelog'],
        [2, '/blog'],
      ],
    },
  ],
  [18, { referrer: 'https://www.google.com/', entryPages: FRONT_PAGES }],
  [4, { referrer: 'https://duckduckgo.com/', entryPages: FRONT_PAGES }],
  [
    6,
    {
      referrer: 'https://github.com/',
      entryPages: [
        [2, '/docs/import-from-excel'],
        [1, '/changelog'],
      ],
    },
  ],
  ...newsletters,
];

/** Sources of the launch on Hacker News. */
const launchSources: Weighted<Source> = [
  [
    80,
    {
      referrer: 'https://news.ycombinator.com/',
      entryPages: [
        [7, '/blog/otterbill-2'],
        [3, '/'],
      ],
    },
  ],
  [
    12,
    {
      entryPages: [
        [3, '/blog/otterbill-2'],
        [2, '/'],
      ],
    },
  ],
  [6, { referrer: 'https://t.co/f4g5h6', entryPages: [[1, '/blog/otterbill-2']] }],
  [2, { referrer: 'https://lobste.rs/', entryPages: [[1, '/blog/otterbill-2']] }],
];

/** Invoices for freelancers: a small software company with a product, docs and a blog. */
export const otterbill: Site = {
  name: 'Otterbill',
  domain: 'otterbill.example',
  exclusions: {
    excludedPaths: ['/admin/*'],
    excludedHostnames: ['staging.otterbill.example'],
    excludedIps: [OFFICE],
  },
  seed: 1,
  rhythm: {
    visits: [170, 400],
    weekdays: [0.65, 0.95, 1, 1, 0.98, 0.88, 0.62],
    // Mostly in working hours; readers elsewhere in the world are awake at night.
    hours: [24, 22, 20, 19, 20, 22, 25, 32, 43, 54, 58, 57, 52, 55, 58, 56, 52, 47, 42, 39, 37, 34, 30, 27],
    launch: [620, 260, 120, 60, 25],
  },
  returning: 0.32,
  pages,
  sources: { first: firstSources, later: laterSources, launch: launchSources },
  excluded: [
    ...SEARCH_BOTS.map((userAgent) => [10, { url: 'https://otterbill.example/docs', userAgent }] as const),
    ...AI_BOTS.map((userAgent) => [7, { url: 'https://otterbill.example/blog', userAgent }] as const),
    [5, { url: 'https://otterbill.example/pricing', userAgent: SEO_BOT }],
    [4, { url: 'https://otterbill.example/', userAgent: TEST_BROWSER }],
    [9, { url: 'https://otterbill-example.translate.goog/pricing' }],
    [8, { url: 'https://otterbill.example/admin/invoices' }],
    [6, { url: 'https://staging.otterbill.example/signup' }],
    [6, { url: 'https://otterbill.example/', address: OFFICE }],
    [3, { url: 'http://localhost:5173/' }],
  ],
};

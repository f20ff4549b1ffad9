import type { Weighted } from './random.js';

/** A source of visits. */
export interface Source {
  readonly referrer?: string;
  /** Query of the link to the website. */
  readonly query?: string;
  readonly entryPages: Weighted<string>;
  /** The part of the demo's time, from 0 to 1, in which it brings visits. */
  readonly during?: readonly [from: number, to: number];
}

const FRONT: Weighted<string> = [
  [12, '/'],
  [3, '/pricing'],
  [2, '/docs'],
  [1, '/features'],
  [1, '/blog'],
];
const FOUND: Weighted<string> = [
  [5, '/'],
  [4, '/blog/cookies-are-over'],
  [4, '/blog/counting-visitors'],
  [3, '/docs/getting-started'],
  [2, '/blog/one-server'],
  [2, '/docs/self-hosting'],
  [2, '/docs/api'],
  [1, '/pricing'],
];
const READ: Weighted<string> = [
  [4, '/blog/counting-visitors'],
  [3, '/blog/cookies-are-over'],
  [3, '/blog/one-server'],
  [3, '/'],
];
const SOLD: Weighted<string> = [
  [3, '/'],
  [3, '/features'],
  [3, '/pricing'],
];

const news = (campaign: string, from: number): Source => ({
  query: `?utm_source=newsletter&utm_medium=email&utm_campaign=${campaign}`,
  entryPages: [
    [3, '/changelog'],
    [2, '/blog/one-server'],
    [2, '/'],
    [1, '/docs/events'],
  ],
  during: [from, from + 0.05],
});

const letters: Weighted<Source> = [
  [50, news('product-news-1', 0.12)],
  [60, news('product-news-2', 0.45)],
  [70, news('product-news-3', 0.8)],
];

/** Sources of first visits. */
export const firstSources: Weighted<Source> = [
  [24, { entryPages: FRONT }],
  [24, { referrer: 'https://www.google.com/', entryPages: FOUND }],
  [4, { referrer: 'https://www.google.de/', entryPages: FOUND }],
  [4, { referrer: 'https://www.bing.com/', entryPages: FOUND }],
  [4, { referrer: 'https://duckduckgo.com/', entryPages: FOUND }],
  [1, { referrer: 'https://www.ecosia.org/', entryPages: FOUND }],
  [1, { referrer: 'https://search.brave.com/', entryPages: FOUND }],
  [6, { referrer: 'https://chatgpt.com/', query: '?utm_source=chatgpt.com', entryPages: FOUND }],
  [2, { referrer: 'https://www.perplexity.ai/', entryPages: FOUND }],
  [2, { referrer: 'https://claude.ai/', entryPages: FOUND }],
  [1, { referrer: 'https://gemini.google.com/', entryPages: FOUND }],
  [4, { referrer: 'https://t.co/a1b2c3', entryPages: READ }],
  [4, { referrer: 'https://www.linkedin.com/', entryPages: READ }],
  [3, { referrer: 'https://www.reddit.com/', entryPages: READ }],
  [2, { referrer: 'https://mastodon.social/', entryPages: READ }],
  [1, { referrer: 'https://m.facebook.com/', entryPages: READ }],
  [1, { referrer: 'https://www.youtube.com/', entryPages: FRONT }],
  [
    6,
    {
      referrer: 'https://github.com/',
      entryPages: [
        [3, '/docs/getting-started'],
        [3, '/'],
        [1, '/docs/self-hosting'],
      ],
    },
  ],
  [1, { referrer: 'https://news.ycombinator.com/', entryPages: READ }],
  [2, { referrer: 'https://dev.to/', entryPages: READ }],
  [1, { referrer: 'https://www.heise.de/', entryPages: READ }],
  [1, { referrer: 'https://alternativeto.net/', entryPages: SOLD }],
  [2, { query: '?ref=producthunt', entryPages: FRONT, during: [0.6, 1] }],
  [
    9,
    {
      referrer: 'https://www.google.com/',
      query: '?utm_source=google&utm_medium=cpc&utm_campaign=privacy-first&gclid=demo',
      entryPages: SOLD,
      during: [0.3, 0.75],
    },
  ],
  [
    5,
    {
      referrer: 'https://www.linkedin.com/',
      query: '?utm_source=linkedin&utm_medium=paid_social&utm_campaign=founders',
      entryPages: SOLD,
      during: [0.7, 1],
    },
  ],
  [2, { query: '?utm_source=partner&utm_medium=affiliate&utm_campaign=friends', entryPages: SOLD }],
];

/** Sources of returning visits. */
export const laterSources: Weighted<Source> = [
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
  [18, { referrer: 'https://www.google.com/', entryPages: FRONT }],
  [4, { referrer: 'https://duckduckgo.com/', entryPages: FRONT }],
  [
    6,
    {
      referrer: 'https://github.com/',
      entryPages: [
        [2, '/docs/self-hosting'],
        [1, '/changelog'],
      ],
    },
  ],
  ...letters,
];

/** Sources of the launch on Hacker News. */
export const launchSources: Weighted<Source> = [
  [
    80,
    {
      referrer: 'https://news.ycombinator.com/',
      entryPages: [
        [7, '/blog/we-are-live'],
        [3, '/'],
      ],
    },
  ],
  [
    12,
    {
      entryPages: [
        [3, '/blog/we-are-live'],
        [2, '/'],
      ],
    },
  ],
  [6, { referrer: 'https://t.co/f4g5h6', entryPages: [[1, '/blog/we-are-live']] }],
  [2, { referrer: 'https://lobste.rs/', entryPages: [[1, '/blog/we-are-live']] }],
];

/** Returns the sources that are active at this part of the time. */
export const activeAt = (sources: Weighted<Source>, progress: number): Weighted<Source> =>
  sources.filter(([, { during: [from, to] = [0, 1] }]) => progress >= from && progress <= to);

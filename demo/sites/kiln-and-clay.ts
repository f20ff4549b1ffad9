import type { Weighted } from '../random.js';
import type { Page, Site } from '../site.js';
import { AI_BOTS, OFFICE, SEARCH_BOTS, TEST_BROWSER } from './senders.js';

/** Prices in dollars. */
const PRODUCTS = {
  'speckled-mug': 32,
  'breakfast-bowl': 38,
  'serving-plate': 64,
  'tea-pot': 118,
  'bud-vase': 45,
  'salt-cellar': 28,
} as const;

const PRODUCT_PAGES: Weighted<string> = Object.keys(PRODUCTS).map((name, index) => [8 - index, `/products/${name}`]);

const product = (name: string, price: number): Page => ({
  seconds: 42,
  onward: 0.58,
  next: [[9, '/cart'], ...PRODUCT_PAGES, [4, '/collections/tableware'], [2, '/shipping']],
  customEvent: {
    share: 0.14,
    name: 'add to cart',
    props: [
      [5, { product: name, price, quantity: 1 }],
      [1, { product: name, price, quantity: 2 }],
    ],
  },
});

const collection: Page = { seconds: 35, onward: 0.72, next: PRODUCT_PAGES };

const pages: Readonly<Record<string, Page>> = {
  '/': {
    seconds: 22,
    onward: 0.66,
    next: [
      [6, '/collections/tableware'],
      [3, '/collections/vases'],
      [2, '/our-studio'],
      [1, '/workshops'],
      ...PRODUCT_PAGES,
    ],
  },
  '/collections/tableware': collection,
  '/collections/vases': collection,
  ...Object.fromEntries(Object.entries(PRODUCTS).map(([name, price]) => [`/products/${name}`, product(name, price)])),
  '/cart': {
    seconds: 35,
    onward: 0.55,
    next: [
      [7, '/checkout'],
      [2, '/shipping'],
      [2, '/collections/tableware'],
    ],
  },
  '/checkout': { seconds: 90, onward: 0.55, next: [[1, '/thank-you']] },
  '/thank-you': {
    seconds: 20,
    onward: 0.15,
    next: [[1, '/']],
    customEvent: {
      share: 1,
      name: 'purchase',
      props: [
        [5, { payment: 'card', items: 1, total: 45 }],
        [3, { payment: 'paypal', items: 2, total: 96 }],
        [2, { payment: 'apple pay', items: 1, total: 64 }],
        [1, { payment: 'card', items: 4, total: 182, giftWrap: true }],
      ],
    },
  },
  '/shipping': { seconds: 40, onward: 0.4, next: [[3, '/cart'], ...PRODUCT_PAGES] },
  '/our-studio': {
    seconds: 60,
    onward: 0.45,
    next: [
      [2, '/collections/tableware'],
      [1, '/workshops'],
    ],
  },
  '/workshops': {
    seconds: 70,
    onward: 0.25,
    next: [[1, '/our-studio']],
    exits: { share: 0.3, links: [[1, 'https://www.eventbrite.com/o/example']] },
  },
};

const FRONT_PAGES: Weighted<string> = [
  [5, '/'],
  [2, '/collections/tableware'],
];

/** A pottery shop, open around the clock and busiest in the evening. */
export const kilnAndClay: Site = {
  name: 'Kiln & Clay',
  domain: 'kilnandclay.example',
  timezone: 'America/New_York',
  exclusions: {
    excludedPaths: ['/account/*'],
    excludedIps: [OFFICE],
  },
  seed: 3,
  rhythm: {
    visits: [110, 270],
    weekdays: [0.96, 0.82, 0.8, 0.82, 0.86, 0.92, 1],
    hours: [27, 23, 20, 19, 19, 20, 23, 27, 32, 37, 41, 44, 47, 45, 43, 42, 43, 46, 51, 57, 60, 56, 45, 34],
    launch: [],
  },
  returning: 0.27,
  pages,
  sources: {
    first: [
      [20, { entryPages: FRONT_PAGES }],
      [22, { referrer: 'https://www.google.com/', entryPages: [...FRONT_PAGES, ...PRODUCT_PAGES] }],
      [18, { referrer: 'https://www.instagram.com/', entryPages: PRODUCT_PAGES }],
      [9, { referrer: 'https://www.pinterest.com/', entryPages: PRODUCT_PAGES }],
      [
        12,
        {
          referrer: 'https://www.google.com/',
          query: '?utm_source=google&utm_medium=cpc&utm_campaign=handmade-gifts&gclid=demo',
          entryPages: PRODUCT_PAGES,
        },
      ],
      [
        9,
        {
          referrer: 'https://www.instagram.com/',
          query: '?utm_source=instagram&utm_medium=paid_social&utm_campaign=new-glazes',
          entryPages: [
            [3, '/collections/vases'],
            [1, '/products/bud-vase'],
          ],
          during: [0.55, 0.95],
        },
      ],
      [4, { referrer: 'https://www.etsy.com/', entryPages: FRONT_PAGES }],
      [3, { query: '?utm_source=partner&utm_medium=affiliate&utm_campaign=slow-living', entryPages: FRONT_PAGES }],
    ],
    later: [
      [48, { entryPages: [...FRONT_PAGES, [2, '/cart']] }],
      [20, { referrer: 'https://www.google.com/', entryPages: FRONT_PAGES }],
      [22, { query: '?utm_source=newsletter&utm_medium=email&utm_campaign=back-in-stock', entryPages: PRODUCT_PAGES }],
    ],
    launch: [],
  },
  excluded: [
    ...SEARCH_BOTS.map((userAgent) => [12, { url: 'https://kilnandclay.example/', userAgent }] as const),
    ...AI_BOTS.map((userAgent) => [6, { url: 'https://kilnandclay.example/our-studio', userAgent }] as const),
    [5, { url: 'https://kilnandclay.example/checkout', userAgent: TEST_BROWSER }],
    [7, { url: 'https://kilnandclay.myshop.example/products/tea-pot' }],
    [9, { url: 'https://kilnandclay.example/account/orders' }],
    [8, { url: 'https://kilnandclay.example/', address: OFFICE }],
  ],
};

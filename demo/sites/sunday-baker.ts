import type { Weighted } from '../random.js';
import type { Page, Site, Source } from '../site.js';
import { AI_BOTS, SEARCH_BOTS, SEO_BOT } from './senders.js';

const RECIPES = [
  'sourdough-for-beginners',
  'focaccia-with-rosemary',
  'cinnamon-knots',
  'rye-bread',
  'brioche',
  'plum-crumble',
  'seeded-crackers',
  'lemon-tart',
] as const;

const RECIPE_PAGES: Weighted<string> = RECIPES.map((recipe, index) => [RECIPES.length - index, `/recipes/${recipe}`]);

const recipe = (name: string): Page => ({
  seconds: 140,
  onward: 0.28,
  next: [[6, '/recipes'], ...RECIPE_PAGES, [2, '/tips/feeding-a-starter'], [1, '/newsletter']],
  exits: {
    share: 0.08,
    links: [
      [3, 'https://www.instagram.com/example'],
      [2, 'https://www.youtube.com/@example'],
      [1, 'https://www.kingarthurbaking.com/'],
    ],
  },
  customEvent: {
    share: 0.09,
    name: 'print recipe',
    props: [
      [3, { recipe: name, units: 'metric' }],
      [2, { recipe: name, units: 'cups' }],
    ],
  },
});

const tip: Page = {
  seconds: 110,
  onward: 0.35,
  next: [[3, '/recipes'], ...RECIPE_PAGES],
};

const pages: Readonly<Record<string, Page>> = {
  '/': { seconds: 25, onward: 0.64, next: [[8, '/recipes'], ...RECIPE_PAGES, [3, '/about'], [2, '/newsletter']] },
  '/recipes': { seconds: 30, onward: 0.74, next: RECIPE_PAGES },
  ...Object.fromEntries(RECIPES.map((name) => [`/recipes/${name}`, recipe(name)])),
  '/tips/feeding-a-starter': tip,
  '/tips/which-flour': tip,
  '/about': { seconds: 45, onward: 0.3, next: [[1, '/recipes']] },
  '/newsletter': {
    seconds: 30,
    onward: 0.3,
    next: [[1, '/recipes']],
    customEvent: { share: 0.4, name: 'subscribe', props: [[1, { frequency: 'weekly' }]] },
  },
};

const FOUND_PAGES: Weighted<string> = [...RECIPE_PAGES, [5, '/tips/feeding-a-starter'], [3, '/tips/which-flour']];
const FRONT_PAGES: Weighted<string> = [
  [3, '/'],
  [1, '/recipes'],
];

const newsletter: Source = {
  query: '?utm_source=newsletter&utm_medium=email&utm_campaign=sunday-letter',
  entryPages: RECIPE_PAGES,
};

/** A personal blog about baking, mostly found by search and read on weekends. */
export const sundayBaker: Site = {
  name: 'The Sunday Baker',
  domain: 'sundaybaker.example',
  timezone: 'Europe/London',
  exclusions: {
    excludedPaths: ['/wp-admin/*'],
  },
  seed: 2,
  rhythm: {
    visits: [110, 270],
    weekdays: [1, 0.6, 0.58, 0.6, 0.64, 0.74, 0.96],
    hours: [22, 20, 19, 19, 20, 23, 27, 33, 44, 54, 57, 53, 46, 44, 46, 50, 53, 52, 48, 45, 40, 34, 29, 25],
    launch: [],
  },
  returning: 0.2,
  pages,
  sources: {
    first: [
      [48, { referrer: 'https://www.google.com/', entryPages: FOUND_PAGES }],
      [8, { referrer: 'https://www.bing.com/', entryPages: FOUND_PAGES }],
      [6, { referrer: 'https://duckduckgo.com/', entryPages: FOUND_PAGES }],
      [14, { referrer: 'https://www.pinterest.com/', entryPages: RECIPE_PAGES }],
      [6, { referrer: 'https://www.instagram.com/', entryPages: FRONT_PAGES }],
      [4, { referrer: 'https://www.youtube.com/', entryPages: RECIPE_PAGES }],
      [4, { referrer: 'https://www.reddit.com/', entryPages: FOUND_PAGES }],
      [3, { referrer: 'https://chatgpt.com/', query: '?utm_source=chatgpt.com', entryPages: FOUND_PAGES }],
      [12, { entryPages: FRONT_PAGES }],
    ],
    later: [
      [50, { entryPages: FRONT_PAGES }],
      [25, newsletter],
      [20, { referrer: 'https://www.google.com/', entryPages: RECIPE_PAGES }],
    ],
    launch: [],
  },
  excluded: [
    ...SEARCH_BOTS.map((userAgent) => [14, { url: 'https://sundaybaker.example/recipes', userAgent }] as const),
    ...AI_BOTS.map((userAgent) => [9, { url: 'https://sundaybaker.example/', userAgent }] as const),
    [6, { url: 'https://sundaybaker.example/', userAgent: SEO_BOT }],
    [10, { url: 'https://copied-recipes.example/recipes/brioche' }],
    [5, { url: 'https://sundaybaker.example/wp-admin/edit.php' }],
  ],
};

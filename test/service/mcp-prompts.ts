/** Ids of the website that is asked about. */
export interface PromptIds {
  readonly website: string;
  readonly goal: string;
  readonly segment: string;
}

/** What a model is expected to call for a prompt, and the dashboard's page that the answer leads to. */
export interface Prompt {
  readonly prompt: string;
  readonly tool: string;
  readonly input?: Readonly<Record<string, unknown>>;
  /** The query of the address. */
  readonly page?: string;
}

const april = { from: '2026-04-01', to: '2026-04-30' };
const APRIL = 'from=2026-04-01&to=2026-04-30';

const is = (dimension: string, ...values: readonly unknown[]) => ({ dimension, operator: 'is', values });

export const prompts = ({ goal, segment }: Omit<PromptIds, 'website'>): readonly Prompt[] => [
  { prompt: 'Which websites do I have?', tool: 'list_websites' },
  { prompt: 'What can I ask about the shop?', tool: 'describe', page: '' },
  {
    prompt: 'How many visitors did we have in the last week?',
    tool: 'query',
    input: { range: '7d' },
    page: 'range=7d',
  },
  {
    prompt: 'Show visitors and pageviews of each day of April',
    tool: 'query',
    input: { ...april, metrics: ['visitors', 'pageviews'], dimensions: ['day'] },
    page: APRIL,
  },
  {
    prompt: 'What were the most visited pages last month?',
    tool: 'query',
    input: { range: 'lastMonth', metrics: ['pageviews', 'visitors'], dimensions: ['page'] },
    page: 'range=last-month',
  },
  {
    prompt: 'Where do visitors come from?',
    tool: 'query',
    input: { range: '30d', dimensions: ['referrer'] },
    page: 'range=30d',
  },
  {
    prompt: 'Which channels grew against the four weeks before?',
    tool: 'query',
    input: { range: '28d', metrics: ['visits'], dimensions: ['channel'], comparison: { mode: 'previous' } },
    page: 'from=2026-04-04&to=2026-05-01',
  },
  {
    prompt: 'In which countries do people leave at once?',
    tool: 'query',
    input: { ...april, metrics: ['bounceRate', 'visits'], dimensions: ['country'] },
    page: APRIL,
  },
  {
    prompt: 'From which German cities are our visitors?',
    tool: 'query',
    input: { ...april, dimensions: ['city'], filters: is('country', 'DE') },
    page: `${APRIL}&country=DE`,
  },
  {
    prompt: 'How is the split of phones and computers outside Germany and Austria?',
    tool: 'query',
    input: {
      ...april,
      metrics: ['percentage'],
      dimensions: ['device'],
      filters: { dimension: 'country', operator: 'is_not', values: ['DE', 'AT'] },
    },
    page: `${APRIL}&country.is_not=DE&country.is_not=AT`,
  },
  {
    prompt: 'The two most used browsers?',
    tool: 'query',
    input: { ...april, dimensions: ['browser'], limit: 2 },
    page: APRIL,
  },
  {
    prompt: 'Which sources convert best?',
    tool: 'query',
    input: { ...april, goal, metrics: ['conversionRate', 'conversions', 'visitors'], dimensions: ['referrer'] },
    page: `${APRIL}&goal=${goal}`,
  },
  {
    prompt: 'How many saw the prices and never signed up?',
    tool: 'query',
    input: { ...april, filters: [{ hasDone: is('page', '/pricing') }, { not: { hasDone: { goal } } }] },
    page: APRIL,
  },
  {
    prompt: 'On which weekday is most going on?',
    tool: 'query',
    input: { ...april, metrics: ['pageviews'], dimensions: ['weekday'], orderBy: [{ by: 'pageviews' }] },
    page: APRIL,
  },
  {
    prompt: 'How much did each plan bring in?',
    tool: 'query',
    input: {
      ...april,
      metrics: ['sum:price', 'avg:price'],
      dimensions: ['property:plan'],
      filters: is('event', 'signup'),
    },
    page: `${APRIL}&event=signup`,
  },
  {
    prompt: 'How do we do against last year?',
    tool: 'query',
    input: { range: 'year', metrics: ['visitors', 'pageviews'], comparison: { mode: 'year' } },
    page: 'range=year&compare=year',
  },
  {
    prompt: 'How many of the readers are there?',
    tool: 'query',
    input: { ...april, filters: [{ segment }, is('region', 'Bavaria'), is('property:plan', 'pro')] },
    page: `${APRIL}&segment=${segment}&region=Bavaria&property%3Aplan=pro`,
  },
  {
    prompt: 'Which outbound links are clicked?',
    tool: 'query',
    input: { ...april, metrics: ['clicks'], dimensions: ['link'] },
    page: APRIL,
  },
  {
    prompt: 'Which campaigns ran, by source?',
    tool: 'query',
    input: { ...april, dimensions: ['utmSource', 'utmCampaign'], include: ['totalRows'] },
    page: APRIL,
  },
  {
    prompt: 'Where do long visits begin?',
    tool: 'query',
    input: { ...april, metrics: ['averageSessionDurationSeconds'], dimensions: ['entryPage'] },
    page: APRIL,
  },
  {
    prompt: 'Which pages do the French see who read the documentation or use Firefox, by day?',
    tool: 'query',
    input: {
      ...april,
      dimensions: ['day', 'page'],
      filters: {
        and: [
          { or: [{ dimension: 'page', operator: 'contains', values: ['/docs'] }, is('browser', 'Firefox')] },
          is('country', 'FR'),
        ],
      },
    },
    page: `${APRIL}&country=FR&any.page.contains=%2Fdocs&any.browser=Firefox`,
  },
  {
    prompt: 'Is there a page about prices?',
    tool: 'values',
    input: { ...april, dimension: 'page', search: 'pric' },
    page: APRIL,
  },
  {
    prompt: 'Which events do we track?',
    tool: 'values',
    input: { ...april, dimension: 'event', limit: 5 },
    page: APRIL,
  },
  {
    prompt: 'What is the code of Germany here?',
    tool: 'values',
    input: { ...april, dimension: 'country', search: 'germ' },
    page: APRIL,
  },
  {
    prompt: 'Why did we have more visitors in April?',
    tool: 'changes',
    input: { ...april, metric: 'visitors' },
    page: APRIL,
  },
  {
    prompt: 'Do fewer Germans sign up than in the first week of the month?',
    tool: 'changes',
    input: {
      from: '2026-04-08',
      to: '2026-04-14',
      metric: 'conversions',
      goal,
      filters: is('country', 'DE'),
      comparison: { mode: 'custom', from: '2026-04-01', to: '2026-04-07' },
    },
    page: `from=2026-04-08&to=2026-04-14&compare=custom&compareFrom=2026-04-01&compareTo=2026-04-07&goal=${goal}&country=DE`,
  },
  {
    prompt: 'How many go from the prices to the signup?',
    tool: 'funnel',
    input: { ...april, steps: [is('page', '/pricing'), is('event', 'signup')] },
    page: APRIL,
  },
  {
    prompt: 'And within an hour, by country?',
    tool: 'funnel',
    input: { ...april, steps: [is('page', '/'), { goal }], withinSeconds: 3600, breakdown: 'country' },
    page: APRIL,
  },
  { prompt: 'Do visitors come back?', tool: 'cohorts', input: { ...april, interval: 'week' }, page: APRIL },
  {
    prompt: 'How many of the Germans return the month after?',
    tool: 'cohorts',
    input: { range: 'year', interval: 'month', filters: is('country', 'DE') },
    page: 'range=year&country=DE',
  },
  {
    prompt: 'Where do people go from the home page?',
    tool: 'journey',
    input: { ...april, anchor: { from: is('page', '/') } },
    page: APRIL,
  },
  {
    prompt: 'What leads to a signup, by section?',
    tool: 'journey',
    input: { ...april, anchor: { to: { goal } }, events: true, groupBy: 'section', steps: 3 },
    page: APRIL,
  },
  {
    prompt: 'How many events are stored for each type?',
    tool: 'sql',
    input: { query: 'SELECT type, count() AS events FROM bi.events GROUP BY type ORDER BY type' },
  },
  {
    prompt: 'Which paths begin with /docs? One example',
    tool: 'sql',
    input: {
      query: 'SELECT DISTINCT path FROM bi.events WHERE startsWith(path, {prefix:String}) ORDER BY path',
      params: { prefix: '/' },
      limit: 1,
    },
  },
];

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
  /** Its path below the website's, and its query. */
  readonly page?: string;
  /** Whether the page lacks some of the filters. */
  readonly isPart?: boolean;
}

const april = { from: '2026-04-01', to: '2026-04-30' };
const APRIL = '?from=2026-04-01&to=2026-04-30';

const is = (dimension: string, ...values: readonly unknown[]) => ({ dimension, operator: 'is', values });

export const prompts = ({ goal, segment }: Omit<PromptIds, 'website'>): readonly Prompt[] => [
  { prompt: 'Which websites do I have?', tool: 'list_websites' },
  { prompt: 'What can I ask about the shop?', tool: 'describe', page: '' },
  {
    prompt: 'How many visitors did we have in the last week?',
    tool: 'query',
    input: { range: '7d' },
    page: '?range=7d',
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
    page: '?range=last-month',
  },
  {
    prompt: 'Where do visitors come from?',
    tool: 'query',
    input: { range: '30d', dimensions: ['referrer'] },
    page: '',
  },
  {
    prompt: 'How was the night to the 5th of April?',
    tool: 'query',
    input: { from: '2026-04-04T22:30:00Z', to: '2026-04-05T22:00:00Z', metrics: ['visitors'] },
    // In Berlin, where the second instant begins the 6th.
    page: '?from=2026-04-05&to=2026-04-05',
  },
  {
    prompt: 'Which channels grew against the four weeks before?',
    tool: 'query',
    input: { range: '28d', metrics: ['visits'], dimensions: ['channel'], comparison: { mode: 'previous' } },
    page: '?from=2026-04-04&to=2026-05-01',
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
    isPart: true,
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
    page: '?range=year&compare=year',
  },
  {
    prompt: 'How many of the readers are there?',
    tool: 'query',
    input: { ...april, filters: [{ segment }, is('region', 'Bavaria'), is('property:plan', 'pro')] },
    page: `${APRIL}&segment=${segment}&region=Bavaria&property%3Aplan=pro`,
  },
  {
    // The dashboard would take the text for a number, too.
    prompt: 'Who paid the text 0?',
    tool: 'query',
    input: { ...april, filters: [is('country', 'FR'), is('property:price', '0')] },
    page: `${APRIL}&country=FR`,
    isPart: true,
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
    page: `${APRIL}&any.page.contains=%2Fdocs&any.browser=Firefox&country=FR`,
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
    page: `/changes${APRIL}`,
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
    page: `/changes?from=2026-04-08&to=2026-04-14&compare=custom&compareFrom=2026-04-01&compareTo=2026-04-07&goal=${goal}&country=DE`,
  },
  {
    prompt: 'How many go from the prices to the signup?',
    tool: 'funnel',
    input: { ...april, steps: [is('page', '/pricing'), is('event', 'signup')] },
    page: `/funnels${APRIL}&step=page%3A%2Fpricing&step=event%3Asignup`,
  },
  {
    prompt: 'How many of the French go on to a second page of the documentation at once?',
    tool: 'funnel',
    input: {
      ...april,
      steps: [{ dimension: 'page', operator: 'matches', values: ['^/docs/.*$'] }, is('page', '/docs/more')],
      scope: 'session',
      order: 'strict',
      filters: is('country', 'FR'),
      breakdown: 'browser',
    },
    page: `/funnels${APRIL}&country=FR&step=page%3A%2Fdocs%2F*&step=page%3A%2Fdocs%2Fmore&order=strict&scope=session`,
  },
  {
    prompt: 'How many sign up after the documentation or the prices?',
    tool: 'funnel',
    input: { ...april, steps: [{ or: [is('page', '/docs/start'), is('page', '/pricing')] }, { goal }] },
    // The page has no such step.
    page: APRIL,
  },
  {
    prompt: 'And within an hour, by country?',
    tool: 'funnel',
    input: { ...april, steps: [is('page', '/'), { goal }], withinSeconds: 3600, breakdown: 'country' },
    page: `/funnels${APRIL}&step=page%3A%2F&step=goal%3A${goal}&within=3600&breakdown=country`,
  },
  {
    prompt: 'Do visitors come back?',
    tool: 'cohorts',
    input: { ...april, interval: 'week' },
    page: `/retention${APRIL}&period=week`,
  },
  {
    prompt: 'Do they come back to sign up?',
    tool: 'cohorts',
    input: { ...april, interval: 'week', returned: { goal: goal.toUpperCase() } },
    page: `/retention${APRIL}&period=week&returned=${goal}`,
  },
  {
    prompt: 'Do they come back for the documentation?',
    tool: 'cohorts',
    input: { ...april, interval: 'week', returned: is('page', '/docs/start') },
    // The page knows goals alone.
    page: APRIL,
  },
  {
    prompt: 'How many of the Germans return the month after?',
    tool: 'cohorts',
    input: { range: 'year', interval: 'month', filters: is('country', 'DE') },
    page: '/retention?range=year&country=DE&period=month',
  },
  {
    prompt: 'Where do people go from the home page?',
    tool: 'journey',
    input: { ...april, anchor: { from: is('page', '/') } },
    page: `/journeys${APRIL}&start=page%3A%2F`,
  },
  {
    prompt: 'And after the prices?',
    tool: 'journey',
    input: { ...april, anchor: { from: is('page', '/') }, path: ['/pricing'], events: true, filters: [{ segment }] },
    page: `/journeys${APRIL}&segment=${segment}&start=page%3A%2F&with=events&path=%2Fpricing`,
  },
  {
    prompt: 'Where do sessions begin and end around the prices?',
    tool: 'journey',
    input: { ...april, anchor: { through: is('page', '/pricing') } },
    // The page follows one direction.
    page: APRIL,
  },
  {
    prompt: 'What leads to a signup, by section?',
    tool: 'journey',
    input: { ...april, anchor: { to: { goal } }, events: true, groupBy: 'section', steps: 3 },
    page: `/journeys${APRIL}&end=goal%3A${goal}&with=events&group=section`,
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

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAccount } from '../../src/accounts/accounts.js';
import { pages } from '../../src/dashboard/pages/pages.js';
import { languages, ownName } from '../../src/lib/language/language.js';
import type { ApiClient } from '../service/api-client.js';
import type { TestService } from '../service/test-service.js';
import { behaviorWebsite, DAYS, NOW } from './behavior-website.js';
import { dashboardOwner } from './dashboard-owner.js';
import { person } from './person.js';
import { plainText } from './read-page.js';
import { type SignedIn, signedIn } from './signed-in.js';

let service: TestService;
let owner: ApiClient;
let someone: SignedIn;
let id: string;
let goal: string;

beforeAll(async () => {
  ({ service, owner, person: someone } = await dashboardOwner({ clock: NOW }));
  ({ id, goal } = await behaviorWebsite(owner));
});
afterAll(() => service?.close());

const at = (path: string): string =>
  path
    .replace(':id', id)
    .replace(':topic', 'weekly-summary')
    .replace(/:\w+/, 'x')
    .replace(/\/suggest$/, '/suggest?by=page');

const japanese = (path: string) => someone.get(path, { 'Accept-Language': 'ja' });

const RANGE = `from=${DAYS.from}&to=${DAYS.to}`;

/** Pages of figures in more than their first state. */
const VIEWS = [
  `?${RANGE}`,
  `?${RANGE}&compare=previous`,
  `?${RANGE}&goal=GOAL`,
  `?${RANGE}&country=DE&page.contains=pri&compare=year`,
  `?${RANGE}&any.country=DE&any.browser=Unknown&metric=bounceRate`,
  '?range=24h&interval=hour',
  '?range=12mo&interval=month&second=pageviews',
  '?range=nonsense&sources=nonsense&country=XX',
  `/pages?${RANGE}`,
  `/countries?${RANGE}&search=nothing`,
  `/changes?${RANGE}`,
  `/funnels?${RANGE}&kind1=page&value1=/pricing&kind2=event&value2=signup`,
  `/journeys?${RANGE}`,
  `/retention?${RANGE}`,
  '/realtime',
];

const opened = [
  ...pages.filter(({ path }) => !/\/(stream|suggest|preview|export|.*\.\w+)$/.test(path)).map(({ path }) => path),
  ...VIEWS.map((view) => `/websites/:id${view}`),
  '/no-such-page',
];

/** What is the same in every language: names of products, formats and units, what tests and people have named, and values that are stored. */
const NAMES =
  /Footfall|DB-IP|ClickHouse|PostgreSQL|Direct|Organic Search|Google|Sign-up|signup|SQL|API|CSV|UTC|NDJSON|UTM/g;

/** Texts, labels and descriptions of a page, without code and what people have typed. */
function textsOf(html: string): readonly string[] {
  const own = html.replace(/<(script|style|code|pre|textarea|optgroup)\b.*?<\/\1>/gs, ' ');
  const labels = [...own.matchAll(/\s(?:title|aria-label|alt|placeholder|aria-description)="([^"]*)"/g)].map(
    ([, text = '']) => text,
  );
  return [...labels, ...own.split(/<[^>]*>/)].map((text) => plainText(text)).filter((text) => text !== '');
}

const isEnglish = (text: string): boolean =>
  !/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text) && /[A-Za-z]{2}/.test(text.replace(NAMES, ''));

describe.each(opened)('%s in Japanese', (path) => {
  test('has no English text', async () => {
    const response = await japanese(at(path).replace('GOAL', goal));
    const html = await response.text();
    if (response.status === 303) return;
    expect(textsOf(html).filter(isEnglish)).toEqual([]);
    if (html.startsWith('<!doctype')) expect(html).toMatch(/^<!doctype html><html lang="ja"/);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ClickHouseError, TIMEOUT_EXCEEDED } from '../../src/clickhouse/clickhouse.js';
import { createDefinition } from '../../src/definitions/definitions.js';
import { findKind } from '../../src/definitions/kinds.js';
import type { ApiClient } from '../service/api-client.js';
import type { TestService } from '../service/test-service.js';
import { dashboardOwner } from './dashboard-owner.js';
import { plainText } from './read-page.js';
import type { SignedIn } from './signed-in.js';

let service: TestService;
let owner: ApiClient;
let person: SignedIn;
let id: string;

const event = (visitor: string, more: object) => ({
  timestamp: '2026-03-29T10:00:00.000Z',
  url: 'https://example.com/pricing',
  visitor,
  device: 'desktop',
  type: 'custom' as const,
  ...more,
});

beforeAll(async () => {
  ({ service, owner, person } = await dashboardOwner({ clock: Date.UTC(2026, 3, 15, 12) }));
});

beforeEach(async () => {
  ({ id } = await owner.website());
  await owner.history(id, [
    event('anna', { name: 'signup', props: { plan: 'pro', seats: 5 } }),
    event('anna', { name: 'signup', timestamp: '2026-03-29T10:01:00.000Z', props: { plan: 'free' } }),
    event('ben', { name: 'contact' }),
    event('cleo', { type: 'pageview' }),
    event('cleo', { type: 'exit', timestamp: '2026-03-29T10:02:00.000Z', link: 'https://partner.example/a?b=1' }),
    event('dora', { type: 'pageview' }),
  ]);
});

afterAll(() => service.close());

const path = (rest = '') => `/websites/${id}/goals${rest}`;
const goals = async () => (await owner.get(`/websites/${id}/goals`)).body.data;
const add = (fields: object) =>
  person.post(path('/add'), { name: 'Sign-up', kind: 'event', value: 'signup', ...fields });
const preview = async (query: string) => plainText(await person.page(path(`/preview?${query}`)));

describe('a goal', () => {
  test.each([
    [{}, { dimension: 'event', operator: 'is', values: ['signup'] }],
    [
      { kind: 'page', value: '/blog/*' },
      { dimension: 'page', operator: 'is', values: ['/blog/*'] },
    ],
    [
      { kind: 'link', value: 'https://partner.example/' },
      { dimension: 'link', operator: 'is', values: ['https://partner.example/'] },
    ],
    [
      { kind: 'link-part', value: 'partner' },
      { dimension: 'link', operator: 'contains', values: ['partner'] },
    ],
    [
      { property: 'seats', propertyValue: '5' },
      {
        and: [
          { dimension: 'event', operator: 'is', values: ['signup'] },
          // The type that it was sent with is not known.
          { dimension: 'property:seats', operator: 'is', values: ['5', 5] },
        ],
      },
    ],
  ])('of %j is that of the API', async (fields, match) => {
    expect((await add(fields)).headers.get('Location')).toBe(`${path()}?done=added`);
    expect(await goals()).toMatchObject([{ name: 'Sign-up', match }]);
    expect(plainText(await person.page(path('?done=added')))).toContain('Goal added. It counts past events, too.');
  });

  test('has its conversions of 90 days, and leads to the dashboard', async () => {
    await add({});
    const [{ id: goal }] = await goals();
    const shown = await person.page(path());
    expect(plainText(shown)).toContain('Sign-up Custom event is signup 2 conversions, 25.0%');
    expect(shown).toContain(`href="/websites/${id}?goal=${goal}"`);
  });

  test('is refused without a value, and with a name that is taken', async () => {
    const empty = await add({ value: ' ' });
    expect([empty.status, plainText(await empty.text())]).toEqual([400, expect.stringContaining('Is required.')]);
    await add({});
    const taken = await add({ value: 'contact' });
    expect(taken.status).toBe(409);
    const text = await taken.text();
    expect(plainText(text)).toContain('Another goal of this website has this name.');
    expect(text).toContain('value="contact"');
  });

  test('can be renamed', async () => {
    await add({});
    const [{ id: goal }] = await goals();
    await person.post(path('/rename'), { id: goal, name: 'Registered' });
    expect(await goals()).toMatchObject([{ id: goal, name: 'Registered' }]);
    const refused = await person.post(path('/rename'), { id: goal, name: '' });
    expect([refused.status, plainText(await refused.text())]).toEqual([
      400,
      expect.stringContaining('Must be 1 to 100 characters.'),
    ]);
  });

  test('that others refer to is deleted only when the person insists', async () => {
    await add({});
    const [{ id: goal }] = await goals();
    await owner.call('POST', `/websites/${id}/segments`, { name: 'Signed up', filters: { hasDone: { goal } } });
    const refused = await person.post(path('/delete'), { id: goal });
    expect(refused.status).toBe(409);
    const text = await refused.text();
    expect(plainText(text)).toContain('The goal Sign-up is used by segment Signed up');
    expect(text).toContain('name="force" value="true"');
    expect(await goals()).toHaveLength(1);
    await person.post(path('/delete'), { id: goal, force: 'true' });
    expect(await goals()).toEqual([]);
    expect((await person.post(path('/delete'), { id: goal })).status).toBe(404);
  });
});

describe('what was seen', () => {
  test('becomes a goal with one click, and is offered no more', async () => {
    const before = plainText(await person.page(path()));
    expect(before).toContain('signup Custom event, 2 times Create goal from signup');
    expect(before).toContain('https://partner.example/a?b=1 Outbound link, 1 time Create goal');
    expect(before).toContain('/pricing Page, 2 times Create goal');
    await add({ name: 'signup' });
    expect(plainText(await person.page(path()))).not.toContain('Create goal from signup');
  });

  test('counts the clicks of its row alone', async () => {
    const link = 'https://partner.example/';
    await owner.history(id, [event('emil', { type: 'exit', link })]);
    const list = await person.page(`/websites/${id}/exit-links?range=90d`);
    const [, href = ''] = [...list.matchAll(/class="make-goal" href="([^"]*)"/g)]
      .map(([, each = '']) => ['', each.replaceAll('&amp;', '&')])
      .find(([, each]) => new URL(each!, 'https://x.example').searchParams.get('value') === link)!;
    const form = await person.page(href);
    expect(plainText(form)).toContain('1 conversion by 1 visitor');
    expect(form).toContain('<option value="link" selected="">Outbound link</option>');
    await person.post(path('/add'), Object.fromEntries(new URL(href, 'https://x.example').searchParams));
    expect(plainText(await person.page(path()))).toContain(`Outbound link is ${link} 1 conversion,`);
  });

  test('has a name that a goal can have, however long the page is', async () => {
    const page = `/${'long-'.repeat(50)}`;
    await owner.history(id, [event('emil', { type: 'pageview', url: `https://example.com${page}` })]);
    const field = new RegExp(
      `name="name" value="([^"]*)"/><input[^>]*name="kind" value="page"/><input[^>]*value="${page}"`,
    );
    const [, name = ''] = field.exec(await person.page(path()))!;
    expect(name).toMatch(/^Saw \/long-.*…$/);
    await add({ name, kind: 'page', value: page });
    expect(await goals()).toMatchObject([{ name }]);
  });
});

describe('the preview', () => {
  test('counts what the goal would have counted in 90 days, as the API does afterwards', async () => {
    expect(await preview('kind=event&value=signup')).toBe(
      'In the last 90 days: 2 conversions by 1 visitor, 25.0% of all.',
    );
    expect(await preview('kind=event&value=signup&property=seats&propertyValue=5')).toContain(
      '1 conversion by 1 visitor',
    );
    expect(await preview('kind=page&value=%2Fpri*')).toContain('2 conversions by 2 visitors, 50.0% of all');
    expect(await preview('kind=link-part&value=partner')).toContain('1 conversion by 1 visitor');
  });

  test('says what is missing, and that there was nothing', async () => {
    expect(await preview('kind=event&value=')).toBe('Fill in the form to see what the goal would have counted.');
    expect(await preview('kind=event&value=x')).toContain('Nothing in the last 90 days.');
    expect(await preview('kind=%27&value=x&property=%00')).toContain('Fill in the form');
  });

  test('needs no script: the page shows it for the fields of its address', async () => {
    const shown = await person.page(path('?kind=page&value=%2Fpricing&name=Pricing'));
    expect(plainText(shown)).toContain('In the last 90 days: 2 conversions');
    expect(shown).toContain('value="/pricing"');
  });
});

test('a goal with a broken pattern can be seen and deleted', async () => {
  // As the command stores it, which has no ClickHouse to ask.
  const match = { dimension: 'page', operator: 'matches', values: ['('] };
  const website = { id, timezone: 'UTC' };
  const { db } = service.engines.postgres;
  const broken = await createDefinition(db, findKind('goal'), website, { name: 'Broken', match }, service.clock);
  const { id: goal } = broken;
  expect(plainText(await person.page(path()))).toContain('Not counted');
  expect((await person.get(`/websites/${id}?goal=${goal}`)).status).toBe(400);
  await person.post(path('/delete'), { id: goal });
  expect(await goals()).toEqual([]);
});

test('goals that take too long to count can be seen and renamed', async () => {
  await add({});
  const tooSlow = new ClickHouseError('too slow', TIMEOUT_EXCEEDED, undefined);
  vi.spyOn(service.services.clickhouse, 'query').mockRejectedValue(tooSlow);
  const shown = plainText(await person.page(path('?kind=page&value=%2Fpricing&name=Pricing')));
  vi.restoreAllMocks();
  expect(shown).toContain('Some counts could not be read. You can still change your goals. Try again');
  expect(shown).toMatch(/Sign-up Custom event is signup Not counted Delete Sign-up Rename/);
  expect(shown).not.toContain('Fill in the form to see');
});

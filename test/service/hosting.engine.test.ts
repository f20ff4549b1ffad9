import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { updateWebsite } from '../../src/websites/change-website.js';
import { findWebsite } from '../../src/websites/find-website.js';
import { POLL_OPTIONS } from '../poll-options.js';
import { type ApiClient, apiClient, failureOf } from './api-client.js';
import { dropped, pageview, type Sender, send } from './browser.js';
import { storedRows } from './stored-rows.js';
import { type TestService, testService } from './test-service.js';

const RANGE = { from: '2026-03-29', to: '2026-03-29' };
const AWS: Sender = { address: '3.120.0.1' };
/** Far longer than a notification takes. */

interface TestWebsite {
  readonly id: string;
  readonly apiKey: string;
}

let service: TestService;
let owner: ApiClient;
let choosy: TestWebsite;
let other: TestWebsite;

beforeAll(async () => {
  service = await testService({
    clock: Date.UTC(2026, 2, 29, 12),
    environment: { TRUSTED_PROXIES: '10.0.0.0/8' },
  });
  owner = await apiClient(service);
  choosy = await owner.website();
  other = await owner.website();
});

afterAll(() => service.close());

const reasonFor = async ({ apiKey }: TestWebsite, sender: Sender, more: object = {}) =>
  dropped(await send(service, pageview(apiKey, '/', more), sender));

/** The same of a report that leaves nothing behind where it is not dropped. */
const reasonForLeave = (website: TestWebsite) => reasonFor(website, AWS, { type: 'leave', seconds: 1 });

/** As another process does it: this one hears of it from PostgreSQL alone. */
async function setExcludeHosting({ id }: TestWebsite, excludeHosting: boolean): Promise<void> {
  const { db } = service.engines.postgres;
  const website = await findWebsite(db, id);
  if (website === undefined) throw new Error('the website is there');
  await updateWebsite({ db, refresh: async () => {} }, website, { excludeHosting }, service.clock);
}

test('what comes from hosting providers is counted unless a website chooses otherwise', async () => {
  expect(await reasonForLeave(choosy)).toBeNull();
  expect(await reasonFor(other, AWS)).toBeNull();
});

describe('for a website that chose so', () => {
  beforeAll(async () => {
    await setExcludeHosting(choosy, true);
    await vi.waitFor(async () => expect(await reasonForLeave(choosy)).toBe('hosting'), POLL_OPTIONS);
  });

  test.each<[string, Sender]>([
    ['IPv4', { address: '5.9.0.1' }],
    ['IPv4 in IPv6', { address: '::ffff:51.15.0.1' }],
    ['IPv6', { address: '2a01:4f8:1c1c::1' }],
    ['a client behind a trusted proxy', { address: '10.0.0.1', headers: { 'X-Forwarded-For': '3.120.0.1' } }],
  ])('it is dropped: %s', async (_, sender) => {
    expect(await reasonFor(choosy, sender)).toBe('hosting');
  });

  test('a bot there is a bot', async () => {
    expect(await reasonFor(choosy, { ...AWS, userAgent: 'curl/8.5.0' })).toBe('bot');
  });

  test('it leaves no trace but its count', async () => {
    await service.drain();
    const { drops, ...rows } = await storedRows(service, choosy.id);
    expect(rows).toEqual({});
  });

  test.each<[string, Sender]>([
    ['somebody at home', { address: '80.130.1.1' }],
    ['a relay', { address: '172.226.1.1' }],
    ['who only says to be there', { address: '80.130.1.1', headers: { 'X-Forwarded-For': '3.120.0.1' } }],
    ['somebody whose trusted proxy is there', { address: '10.0.0.1', headers: { 'X-Forwarded-For': '80.130.1.1' } }],
  ])('%s is counted', async (_, sender) => {
    expect(await reasonFor(choosy, sender)).toBeNull();
  });

  test('the drops are counted under their name', async () => {
    await service.drain();
    const { drops } = (await owner.get(`/websites/${choosy.id}/stats/drops`, RANGE)).body.data;
    const byReason = new Map(drops.map(({ reason, events }: { reason: string; events: number }) => [reason, events]));
    expect([...byReason.keys()]).toEqual(['hosting', 'bot']);
    expect(byReason.get('bot')).toBe(1);
    expect(await (await service.app.request('/metrics')).text()).toContain(
      'footfall_events_dropped_total{reason="hosting"}',
    );
  });

  test('other websites count on', async () => {
    expect(await reasonFor(other, AWS)).toBeNull();
  });

  test('the interface neither shows nor sets it, and keeps it', async () => {
    const { body } = await owner.call('GET', `/websites/${choosy.id}`);
    expect(body.data).not.toHaveProperty('excludeHosting');
    const settings = { name: 'Shop', domain: 'example.com', timezone: 'UTC', excludeHosting: false };
    const unknown = { status: 400, errors: ['excludeHosting: unknown field'] };
    expect(failureOf(await owner.call('PATCH', `/websites/${choosy.id}`, { excludeHosting: false }))).toEqual(unknown);
    expect(failureOf(await owner.call('POST', '/websites', settings))).toEqual(unknown);
    await owner.call('PATCH', `/websites/${choosy.id}`, { name: 'Renamed' });
    expect(await reasonFor(choosy, AWS)).toBe('hosting');
    const document = await (await service.app.request('/api/v1/openapi.json')).text();
    expect(document).not.toContain('excludeHosting');
  });

  test('it is counted again when the website changes its mind', async () => {
    await setExcludeHosting(choosy, false);
    await expect.poll(() => reasonForLeave(choosy)).toBeNull();
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomHistory } from '../oracle/history.js';
import { answer, ENDPOINTS } from '../oracle/oracle.js';
import { randomQueries } from '../oracle/queries.js';
import { type ApiClient, apiClient } from './api-client.js';
import { counted, expectDailyVisitors } from './daily-visitors.js';
import { fetchAnswer, importInPieces } from './oracle-client.js';
import { type TestService, testService } from './test-service.js';

const DOMAIN = 'example.com';

/** The website begins in Berlin, and has each of these in turn. */
const ZONES = ['Europe/Berlin', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'Europe/Berlin'];

const history = randomHistory({
  seed: 21,
  zone: 'Europe/Berlin',
  from: '2026-03-26',
  days: 5,
  visitors: 25,
  domain: DOMAIN,
});

let service: TestService;
let client: ApiClient;
let id: string;

beforeAll(async () => {
  service = await testService({ clock: Date.UTC(2026, 4, 1) });
  client = await apiClient(service);
  ({ id } = await client.website({ domain: DOMAIN, timezone: 'Europe/Berlin' }));
  await importInPieces(client, id, history);
});

afterAll(() => service.close());

test('a time zone that is changed, to and fro, is that of every figure at once, and when visitors are counted again', async () => {
  for (const timezone of ZONES) {
    expect((await client.call('PATCH', `/websites/${id}`, { timezone })).status).toBe(200);
    const website = { timezone, domain: DOMAIN };
    const queries = randomQueries(history, website, { seed: 22, count: 4 });
    const questions = queries.flatMap((query) => ENDPOINTS.map((endpoint) => ({ endpoint, query })));
    const expectAnswers = async () => {
      for (const { endpoint, query } of questions) {
        const said = JSON.stringify([timezone, endpoint, query]);
        expect(await fetchAnswer(client, id, endpoint, query), said).toEqual(answer(history, website, endpoint, query));
      }
    };
    await expectAnswers();
    const visitors = await counted(service, id);
    expect(visitors.zone).toBe(timezone);
    await expectDailyVisitors(service.clickhouse, id, visitors);
    await expectAnswers();
  }
});

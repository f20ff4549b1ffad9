import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { forgetExpired } from '../../src/accounts/sign-in-sessions.js';
import { embeddedPostgres } from '../../src/postgres/embedded.js';
import { mailedLinks } from '../../src/postgres/schema.js';
import { emptyDatabase } from '../postgres/template.js';
import { type TestService, testService } from '../service/test-service.js';
import { newAccount } from './accounts.js';
import { person } from './person.js';

let service: TestService;
let statements: string[] = [];

/** Records every statement, without its values. */
function recorded(client: PGlite): PGlite {
  const query: PGlite['query'] = client.query.bind(client);
  client.query = (text, ...rest) => {
    statements.push(text);
    return query(text, ...rest);
  };
  return client;
}

beforeAll(async () => {
  service = await testService({ postgres: embeddedPostgres(recorded(await emptyDatabase())) });
  // What is done by the clock asks PostgreSQL too.
  await service.jobs.close();
});
beforeEach(() => {
  statements = [];
});
afterAll(() => service?.close());

/** The statements of sending a form, and the texts of its answer but for what was typed. */
async function workOf(path: string, fields: Readonly<Record<string, string>>): Promise<readonly string[]> {
  statements = [];
  const answer = await person(service).post(path, fields);
  const text = (await answer.text()).replaceAll(fields.email ?? '', '');
  return [...statements, String(answer.status), text];
}

test.each([
  ['/forgot-password', 'insert into "mailed_links"'],
  ['/login', 'select'],
])('an unknown address costs the statements of a known one: %s', async (path, statement) => {
  const [{ email: known }, unknown] = [await newAccount(service), `${crypto.randomUUID()}@example.com`];
  const work = await workOf(path, { email: known, password: 'wrong horse' });
  expect(work.some((text) => text.startsWith(statement))).toBe(true);
  expect(await workOf(path, { email: unknown, password: 'wrong horse' })).toEqual(work);
});

test('a link that is nobody’s changes nothing, and is forgotten with the others', async () => {
  const { db } = service.engines.postgres;
  await forgetExpired(db, service.clock + 24 * 60 * 60_000);
  const unknown = `${crypto.randomUUID()}@example.com`;
  await person(service).post('/forgot-password', { email: unknown });
  const links = await db.select().from(mailedLinks);
  expect(links).toMatchObject([{ accountId: null, email: '' }]);
  await forgetExpired(db, service.clock + 24 * 60 * 60_000);
  expect(await db.$count(mailedLinks)).toBe(0);
});

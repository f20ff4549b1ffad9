import { PGlite } from '@electric-sql/pglite';
import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiRate, memoryRateLimiter, sharedRateLimiter } from '../../src/http/rate-limiter.js';
import { OTHER_KEY, sampleApp, withKey } from './sample-app.js';

const table = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull(),
  expire: timestamp({ withTimezone: true }),
});

describe('the rate limit', () => {
  it('is told in every authenticated answer, and ends in 429', async () => {
    const { app } = sampleApp({ rateLimiter: memoryRateLimiter(apiRate(3)) });
    const ask = (path: string, init = withKey()) => app.request(`/api/v1${path}`, init);
    const answers = [await ask('/account'), await ask('/nothing'), await ask('/account', withKey({ method: 'PUT' }))];
    expect(answers.map((answer) => answer.status)).toStrictEqual([200, 404, 405]);
    expect(answers.map((answer) => answer.headers.get('RateLimit-Remaining'))).toStrictEqual(['2', '1', '0']);
    for (const { headers } of answers) {
      expect(headers.get('RateLimit-Limit')).toBe('3');
      expect(Number(headers.get('RateLimit-Reset'))).toBeGreaterThan(50);
      expect(Number(headers.get('RateLimit-Reset'))).toBeLessThanOrEqual(60);
      expect(headers.get('Retry-After')).toBeNull();
    }

    const refused = await ask('/account');
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ meta: { status: 429, errors: ['Rate limit exceeded'] } });
    expect(refused.headers.get('RateLimit-Remaining')).toBe('0');
    expect(refused.headers.get('Retry-After')).toBe(refused.headers.get('RateLimit-Reset'));

    expect((await ask('/account', withKey({ headers: { 'X-API-Key': OTHER_KEY } }))).status).toBe(200);
    expect((await ask('/openapi.json', {})).headers.get('RateLimit-Limit')).toBeNull();
  });
});

describe('a limiter over PostgreSQL', () => {
  const client = new PGlite();
  const shared = { database: drizzle({ client }), table };

  beforeAll(async () => {
    await client.exec('create table rate_limits (key text primary key, points integer not null, expire timestamptz)');
  });
  afterAll(() => client.close());

  it('counts for all processes together', async () => {
    const [one, two] = [sharedRateLimiter(apiRate(2), shared), sharedRateLimiter(apiRate(2), shared)];
    expect(await one.take('a')).toMatchObject({ granted: true, remaining: 1 });
    expect(await two.take('a')).toMatchObject({ granted: true, remaining: 0 });
    expect(await one.take('a')).toMatchObject({ granted: false, remaining: 0 });
    expect(await two.take('a')).toMatchObject({ granted: false, remaining: 0 });
    expect(await two.take('b')).toMatchObject({ granted: true, remaining: 1 });
  });

  it('grants again when the minute is over', async () => {
    const limiter = sharedRateLimiter(apiRate(1), shared);
    await limiter.take('c');
    await client.exec("update rate_limits set expire = now() - interval '1 second' where key = 'api:c'");
    expect(await limiter.take('c')).toMatchObject({ granted: true, remaining: 0 });
  });

  it('is cleared for all processes', async () => {
    const rate = { name: 'guess', limit: 1, seconds: 60, clearable: true };
    const [one, two] = [sharedRateLimiter(rate, shared), sharedRateLimiter(rate, shared)];
    for (const granted of [true, false]) expect(await one.take('d')).toMatchObject({ granted });
    expect(await two.take('d')).toMatchObject({ granted: false });
    await two.clear('d');
    expect(await one.take('d')).toMatchObject({ granted: true });
  });

  it('counts by itself while PostgreSQL is away', async () => {
    const limiter = sharedRateLimiter(apiRate(1), { database: drizzle.mock(), table });
    expect(await limiter.take('a')).toMatchObject({ granted: true, remaining: 0 });
    expect(await limiter.take('a')).toMatchObject({ granted: false, remaining: 0 });
  });

  it('counts by itself while PostgreSQL does not answer', async () => {
    const silent = {
      insert: () => ({ values: () => ({ onConflictDoUpdate: () => ({ returning: () => new Promise(() => {}) }) }) }),
    };
    const limiter = sharedRateLimiter(apiRate(1), { database: silent, table });
    expect(await limiter.take('a')).toMatchObject({ granted: true });
  });
});

import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiRate, sharedRateLimiter } from '../../src/http/server/rate-limiter.js';
import { rateLimits } from './rate-limits-table.js';

describe('a limiter over PostgreSQL', () => {
  const client = new PGlite();
  const shared = { database: drizzle({ client }), table: rateLimits };

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
});

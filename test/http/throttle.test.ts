import { drizzle } from 'drizzle-orm/pg-proxy';
import { describe, expect, it } from 'vitest';
import { apiRate, memoryRateLimiter, sharedRateLimiter } from '../../src/http/server/rate-limiter.js';
import { rateLimits } from './rate-limits-table.js';
import { OTHER_KEY, sampleApp, withKey } from './sample-app.js';

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
  it('counts by itself while PostgreSQL is away', async () => {
    const away = drizzle(() => Promise.reject(new Error('away')));
    const limiter = sharedRateLimiter(apiRate(1), { database: away, table: rateLimits });
    expect(await limiter.take('a')).toMatchObject({ granted: true, remaining: 0 });
    expect(await limiter.take('a')).toMatchObject({ granted: false, remaining: 0 });
  });

  it('counts by itself while PostgreSQL does not answer', async () => {
    const silent = {
      insert: () => ({ values: () => ({ onConflictDoUpdate: () => ({ returning: () => new Promise(() => {}) }) }) }),
    };
    const limiter = sharedRateLimiter(apiRate(1), { database: silent, table: rateLimits });
    expect(await limiter.take('a')).toMatchObject({ granted: true });
  });
});

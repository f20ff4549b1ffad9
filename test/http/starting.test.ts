import { expect, it } from 'vitest';
import { failureSchema } from '../../src/http/api/envelope.js';
import { startingApp } from '../../src/http/starting.js';
import { checkRows } from '../rows.js';
import { NOW } from './sample-app.js';

const app = startingApp({ error: () => expect.fail('nothing goes wrong') }, () => NOW);

it('every request is to be sent again, and says so in the envelope', () =>
  checkRows(
    [
      ['GET', '/'],
      ['GET', '/api/v1/account'],
      ['DELETE', '/api/v1/websites/1'],
      ['POST', '/api/event'],
      ['GET', '/metrics'],
      ['GET', '/js/tracker.min.js'],
    ],
    async ([method, path]) => {
      const response = await app.request(path, { method, headers: { 'X-Request-Id': 'asked' } });
      expect(response.status).toBe(503);
      expect(failureSchema.parse(await response.json()).meta).toStrictEqual({
        status: 503,
        errors: ['Footfall is starting'],
        timestamp: new Date(NOW).toISOString(),
      });
      expect(response.headers.get('Retry-After')).toBe('1');
      expect(response.headers.get('X-Request-Id')).toBe('asked');
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe(path === '/api/event' ? '*' : null);
    },
  ));

it('grants the preflight of a collector that will be there', async () => {
  const headers = { Origin: 'https://example.com', 'Access-Control-Request-Method': 'POST' };
  const response = await app.request('/api/event', { method: 'OPTIONS', headers });
  expect(response.status).toBe(204);
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(response.headers.get('Access-Control-Allow-Methods')).toBe('POST');
  expect(response.headers.get('X-Request-Id')).not.toBeNull();
});

it('lives, and is not ready', async () => {
  expect((await app.request('/health/live')).status).toBe(200);
  const ready = await app.request('/health/ready');
  expect(ready.status).toBe(503);
  expect(await ready.json()).toStrictEqual({ status: 'not ready', notReady: ['service'] });
  expect(ready.headers.get('X-Request-Id')).not.toBeNull();
});

import { describe, expect, it } from 'vitest';
import { failureSchema } from '../../src/http/api/envelope.js';
import { describeError } from '../../src/lib/error-description.js';
import { KEY, SECRET_TEXT, sampleApp, withKey } from './sample-app.js';

async function failing(how: string, headers: Record<string, string> = {}) {
  const { app, logged } = sampleApp();
  const response = await app.request(`/api/v1/failing/${how}`, withKey({ headers }));
  const text = await response.text();
  return { response, text, errors: failureSchema.parse(JSON.parse(text)).meta.errors, logged };
}

describe('an expected error', () => {
  it('is told with all its messages and not logged', async () => {
    const { response, errors, logged } = await failing('invalid');
    expect(response.status).toBe(400);
    expect(errors).toStrictEqual(['from: does not exist', 'to: does not exist']);
    expect(logged).toStrictEqual([]);
  });

  it('that is a 503 says when to come back, in whole seconds', async () => {
    const { response } = await failing('away');
    expect(response.status).toBe(503);
    expect(response.headers.get('Retry-After')).toBe('3');
  });

  it('has the status of its kind', async () => {
    expect((await failing('otherwise')).response.status).toBe(409);
  });
});

describe('anything else that is thrown', () => {
  it.each(['error', 'text', 'nothing'])('(%s) is a 500 that says nothing', async (how) => {
    const { response, text, errors } = await failing(how);
    expect(response.status).toBe(500);
    expect(errors).toStrictEqual(['Internal server error']);
    expect(text).not.toContain('select');
    expect(response.headers.get('RateLimit-Remaining')).toBe('9999');
  });

  it('is logged with the request id, the route and the place, and with no secret', async () => {
    const { response, logged } = await failing('error', {
      'X-Request-Id': 'from-outside-1',
      'X-Forwarded-For': '9.9.9.9',
    });
    expect(response.headers.get('X-Request-Id')).toBe('from-outside-1');
    expect(logged).toMatchObject([
      [
        {
          requestId: 'from-outside-1',
          method: 'GET',
          route: '/api/v1/failing/:how',
          error: { name: 'Error', code: '42P01', cause: { name: 'TypeError' } },
        },
        'request failed',
      ],
    ]);
    const line = JSON.stringify(logged);
    expect(line).toContain('sample-app.ts');
    for (const secret of [SECRET_TEXT, 'select', '10.0.0.7', '9.9.9.9', KEY]) expect(line).not.toContain(secret);
  });
});

describe('the description of an error', () => {
  it('has no line of the message, even one that looks like a frame', () => {
    const { stack } = describeError(new Error('boom\n    at secret (/etc/passwd:1:2)'));
    expect(stack.length).toBeGreaterThan(0);
    expect(stack.join()).not.toContain('passwd');
  });

  it('ends where causes go in a circle', () => {
    const error = new Error('a');
    error.cause = error;
    expect(JSON.stringify(describeError(error)).length).toBeLessThan(50_000);
  });

  it('has no code that is a text', () => {
    const error = Object.assign(new Error('a'), { code: 'select 1 from dual' });
    expect(describeError(error)).not.toHaveProperty('code');
  });
});

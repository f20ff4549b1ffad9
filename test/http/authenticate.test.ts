import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkRows } from '../rows.js';
import { KEY, OTHER_KEY, sampleApp } from './sample-app.js';

const answerSchema = z.object({
  data: z.object({ id: z.string() }).nullable(),
  meta: z.object({ errors: z.array(z.string()).optional() }),
});

async function ask(headers: Record<string, string>) {
  const lookedUp: string[] = [];
  const { app } = sampleApp({ onLookUp: (key) => lookedUp.push(key) });
  const response = await app.request('/api/v1/account', { headers });
  const answer = answerSchema.parse(await response.json());
  return { response, id: answer.data?.id, errors: answer.meta.errors, lookedUp };
}

describe('a key', () => {
  it('is taken from each header', () =>
    checkRows(
      [
        { 'X-API-Key': KEY },
        { Authorization: `Bearer ${KEY}` },
        { Authorization: `bearer   ${KEY}` },
        { 'X-API-Key': KEY, Authorization: `Bearer ${OTHER_KEY}` },
        { 'X-API-Key': KEY, Authorization: 'Bearer wrong' },
        { 'X-API-Key': '', Authorization: `Bearer ${KEY}` },
      ],
      async (headers) => {
        expect((await ask(headers)).id).toBe('account-1');
      },
    ));
});

describe('no valid key', () => {
  it('is 401, in the same words and after the same work', () =>
    checkRows(
      [
        {},
        { 'X-API-Key': '' },
        { 'X-API-Key': 'short' },
        { 'X-API-Key': `ff_live_${'c'.repeat(64)}` },
        { 'X-API-Key': `${KEY}, ${KEY}` },
        { 'X-API-Key': 'wrong', Authorization: `Bearer ${KEY}` },
        { Authorization: KEY },
        { Authorization: `Basic ${KEY}` },
        { Authorization: `Bearer ${KEY} ${KEY}` },
        { Authorization: 'Bearer' },
      ],
      async (headers) => {
        const { response, errors, lookedUp } = await ask(headers);
        expect(response.status).toBe(401);
        expect(errors).toStrictEqual(['Invalid API key']);
        expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
        expect(response.headers.get('RateLimit-Limit')).toBeNull();
        expect(lookedUp).toHaveLength(1);
      },
    ));
});

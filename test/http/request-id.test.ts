import { expect, it } from 'vitest';
import { checkRows } from '../rows.js';
import { sampleApp } from './sample-app.js';

const { app } = sampleApp();

async function idFor(incoming?: string): Promise<string | null> {
  const headers = incoming === undefined ? {} : { 'X-Request-Id': incoming };
  return (await app.request('/health/live', { headers })).headers.get('X-Request-Id');
}

it('keeps a sane incoming id', async () => {
  expect(await idFor('abc-DEF_1=')).toBe('abc-DEF_1=');
});

it('makes one instead of any text that is none', () =>
  checkRows([undefined, '', 'a b', '{"a":1}', 'x'.repeat(65), '<script>'], async (incoming) => {
    const id = await idFor(incoming);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idFor(incoming)).not.toBe(id);
  }));

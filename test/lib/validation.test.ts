import { expect, it } from 'vitest';
import { z } from 'zod';
import { valid } from '../../src/lib/validation.js';

const short = z.string().trim().max(3, 'is too long');

it('gives the value as the schema makes it', () => {
  expect(valid(z.object({ name: short }), { name: ' Ada ' })).toEqual({ name: 'Ada' });
});

it('names every field that is wrong, or the one that the value is', () => {
  const wrong = { first: 'Augusta', more: [{ last: 'Lovelace' }] };
  const shape = z.object({ first: short, more: z.array(z.object({ last: short })) });
  expect(() => valid(shape, wrong)).toThrow('first: is too long; more.0.last: is too long');
  expect(() => valid(short, 'Augusta', 'name')).toThrow('name: is too long');
});

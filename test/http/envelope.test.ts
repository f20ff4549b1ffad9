import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { failure, failureSchema, success, successSchema } from '../../src/http/api/envelope.js';

describe('the envelope', () => {
  it('of a success has data and status, and a message only where there is one', () => {
    expect(success({ a: 1 }, 200)).toStrictEqual({ success: true, data: { a: 1 }, meta: { status: 200 } });
    expect(success(null, 200, { message: 'Website deleted' })).toStrictEqual({
      success: true,
      data: null,
      meta: { status: 200, message: 'Website deleted' },
    });
  });

  it('of a failure has all errors and a timestamp in UTC with milliseconds', () => {
    expect(failure(['a', 'b'], 400, Date.UTC(2026, 0, 2, 3, 4, 5))).toStrictEqual({
      success: false,
      data: null,
      meta: { status: 400, errors: ['a', 'b'], timestamp: '2026-01-02T03:04:05.000Z' },
    });
  });

  it('of a failure has no more errors than a person reads', () => {
    const errors = Array.from({ length: 60_000 }, (_, index) => `f${index}: unknown field`);
    expect(failure(errors.slice(0, 20), 400, 0).meta.errors).toStrictEqual(errors.slice(0, 20));
    expect(failure(errors, 400, 0).meta.errors).toStrictEqual([...errors.slice(0, 20), 'and 59,980 more errors']);
  });

  it('matches its own schemas', () => {
    expect(failureSchema.safeParse(failure(['a'], 400, 0)).success).toBe(true);
    expect(failureSchema.safeParse({ ...failure(['a'], 400, 0), data: {} }).success).toBe(false);
    const schema = successSchema(z.object({ a: z.number() }), 201);
    expect(schema.safeParse(success({ a: 1 }, 201)).success).toBe(true);
    expect(schema.safeParse(success({ a: 1 }, 200)).success).toBe(false);
  });
});

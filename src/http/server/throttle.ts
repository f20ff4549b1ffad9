import type { MiddlewareHandler } from 'hono';
import { AppError } from '../../lib/errors.js';
import type { RateLimiter } from './rate-limiter.js';

/** Takes each request from its account's allowance, and reports in every answer how much is left. */
export function throttle(limiter: RateLimiter): MiddlewareHandler<{ Variables: { account: { readonly id: string } } }> {
  return async (context, next) => {
    const { granted, remaining, resetSeconds } = await limiter.take(context.get('account').id);
    context.header('RateLimit-Limit', String(limiter.limit));
    context.header('RateLimit-Remaining', String(remaining));
    context.header('RateLimit-Reset', String(resetSeconds));
    if (!granted) throw new AppError('too_many_requests', ['Rate limit exceeded'], resetSeconds);
    await next();
  };
}

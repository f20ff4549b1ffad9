import type { Context } from 'hono';
import { type PrivateCookie, privateCookie } from '../private-cookie.js';
import { signedTexts } from '../signed-text.js';

const LIFETIME_SECONDS = 5 * 60;

/** Who has given the right password, and not yet the code: kept for five minutes in a signed cookie, and nowhere else. */
export interface PendingLogin {
  readonly begin: (context: Context, accountId: string) => void;
  /** The account's id. */
  readonly find: (context: Context) => string | undefined;
  readonly end: (context: Context) => void;
}

export function pendingLogin(parts: { secret: string; baseUrl: string; now: () => number }): PendingLogin {
  const cookie: PrivateCookie = privateCookie('footfall_pending', parts.baseUrl);
  const texts = signedTexts(parts.secret, 'pending login');
  return {
    begin: (context, accountId) => {
      const until = parts.now() + LIFETIME_SECONDS * 1000;
      cookie.write(context, texts.sign(`${until} ${accountId}`), LIFETIME_SECONDS);
    },
    find: (context) => {
      const [until, accountId] = texts.read(cookie.read(context) ?? '')?.split(' ') ?? [];
      return Number(until) > parts.now() ? accountId : undefined;
    },
    end: cookie.remove,
  };
}

import type { Context } from 'hono';
import { readCredentials } from '../../../accounts/sign-in-sessions.js';
import { signedTexts } from '../../../lib/signed-text.js';
import { type PrivateCookie, privateCookie } from '../../access/private-cookie.js';
import type { DashboardDeps } from '../../deps.js';
import type { Entrant } from './entrance.js';

const LIFETIME_SECONDS = 5 * 60;

type Pending = Required<Entrant>;

/**
 * A sign-in with the right password but no code yet. It is kept only in a signed cookie, for five minutes, and ends
 * when the password or the second factor changes.
 */
export interface PendingSignIn {
  readonly begin: (context: Context, account: Pick<Pending, 'id' | 'mark'>) => void;
  readonly find: (context: Context) => Promise<Pending | undefined>;
  readonly end: (context: Context) => void;
}

type Parts = Pick<DashboardDeps, 'secret' | 'baseUrl' | 'now' | 'db'>;

export function pendingSignIn({ secret, baseUrl, now, db }: Parts): PendingSignIn {
  const cookie: PrivateCookie = privateCookie('footfall_pending', baseUrl);
  const texts = signedTexts(secret, 'pending login');
  return {
    begin: (context, { id, mark }) => {
      const until = now() + LIFETIME_SECONDS * 1000;
      cookie.write(context, texts.sign(`${until} ${id} ${mark}`), LIFETIME_SECONDS);
    },
    find: async (context) => {
      const [until, id = '', mark = ''] = texts.read(cookie.read(context) ?? '')?.split(' ') ?? [];
      if (!(Number(until) > now())) return undefined;
      const credentials = await readCredentials(db, id);
      return credentials?.mark === mark ? { id, mark, email: credentials.email } : undefined;
    },
    end: cookie.remove,
  };
}

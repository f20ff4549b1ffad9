import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { signedTexts } from '../../../lib/signed-text.js';
import type { SharedLink } from '../../../websites/shared-links.js';
import type { DashboardDeps } from '../../deps.js';

/** Browsers that have given the password of a shared link. */
export interface SharedAccess {
  readonly isOpen: (context: Context, link: SharedLink) => boolean;
  readonly open: (context: Context, link: SharedLink) => void;
}

const COOKIE = 'footfall_shared';
const LIFETIME_SECONDS = 30 * 24 * 60 * 60;

/** A signed cookie is valid only for this link with its current password. */
export function sharedAccess({ secret, baseUrl }: Pick<DashboardDeps, 'secret' | 'baseUrl'>): SharedAccess {
  const texts = signedTexts(secret, 'shared link');
  const secure = baseUrl.startsWith('https:');
  const name = secure ? `__Secure-${COOKIE}` : COOKIE;
  return {
    isOpen: (context, link) =>
      link.passwordHash === null || texts.read(getCookie(context, name) ?? '') === accessFact(link),
    open: (context, link) => {
      setCookie(context, name, texts.sign(accessFact(link)), {
        path: `/share/${link.token}`,
        httpOnly: true,
        maxAge: LIFETIME_SECONDS,
        // In a frame of another site, browsers send no other kind of cookie. The cookie only grants access to this
        // link.
        ...(secure ? { secure, sameSite: 'None', partitioned: true } : { sameSite: 'Lax' }),
      });
    },
  };
}

/** The browser can read the cookie, so it must not contain a hash to try passwords on. */
const accessFact = ({ token, passwordHash }: SharedLink): string =>
  createHash('sha256').update(`${token} ${passwordHash}`).digest('base64url');

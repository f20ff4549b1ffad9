import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';

/** A cookie that no script can read, and that requests from other sites do not carry. */
export interface PrivateCookie {
  readonly read: (context: Context) => string | undefined;
  readonly write: (context: Context, value: string, seconds: number) => void;
  readonly remove: (context: Context) => void;
}

/** Returns a cookie. Over TLS its prefix keeps other hosts of the domain, and pages without TLS, from setting it. */
export function privateCookie(name: string, baseUrl: string): PrivateCookie {
  const secure = baseUrl.startsWith('https:');
  const settings = { path: '/', httpOnly: true, sameSite: 'Lax', secure } as const;
  const fullName = secure ? `__Host-${name}` : name;
  return {
    read: (context) => getCookie(context, fullName),
    write: (context, value, seconds) => setCookie(context, fullName, value, { ...settings, maxAge: seconds }),
    remove: (context) => {
      deleteCookie(context, fullName, settings);
    },
  };
}

/** Returns the cookie with the token of the sign-in session. */
export const signInCookie = (baseUrl: string): PrivateCookie => privateCookie('footfall_login', baseUrl);

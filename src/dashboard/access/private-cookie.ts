import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';

/** Inaccessible to scripts, and not sent with requests from other sites. */
export interface PrivateCookie {
  readonly read: (context: Context) => string | undefined;
  readonly write: (context: Context, value: string, seconds: number) => void;
  readonly remove: (context: Context) => void;
}

/** Over TLS, the cookie's prefix keeps other hosts of the domain, and pages without TLS, from setting it. */
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

export const signInCookie = (baseUrl: string): PrivateCookie => privateCookie('footfall_login', baseUrl);

import type { Context, MiddlewareHandler } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import type { Account } from '../../accounts/accounts.js';
import { currentLanguage, inLanguage, type Language, languageNamed } from '../../lib/language/language.js';

/** Sets the language of the request to the first accepted one that exists, until `requireSignIn` knows the account's. */
export const inBrowserLanguage: MiddlewareHandler = ({ req }, next) => {
  const accepted = parseAccept(req.header('Accept-Language') ?? '').filter(({ q }) => q > 0);
  const known = accepted
    .toSorted((one, other) => other.q - one.q)
    .flatMap(({ type }) => languageNamed(type.toLowerCase().split('-')[0]) ?? []);
  return inLanguage(known[0] ?? 'en', next);
};

/** The choice of the viewer, if there is one, else the language of the browser. */
export const viewerLanguage = (context: Context): Language =>
  (context.get('viewer') as Account | undefined)?.language ?? currentLanguage();

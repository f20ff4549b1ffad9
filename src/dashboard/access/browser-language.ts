import type { MiddlewareHandler } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { inLanguage, languageNamed } from '../../lib/language/language.js';

/** Sets the language of the request to the first accepted one that exists, until `requireSignIn` knows the account's. */
export const inBrowserLanguage: MiddlewareHandler = ({ req }, next) => {
  const accepted = parseAccept(req.header('Accept-Language') ?? '').filter(({ q }) => q > 0);
  const known = accepted
    .toSorted((one, other) => other.q - one.q)
    .flatMap(({ type }) => languageNamed(type.toLowerCase().split('-')[0]) ?? []);
  return inLanguage(known[0] ?? 'en', next);
};

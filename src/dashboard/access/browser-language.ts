import type { MiddlewareHandler } from 'hono';
import { accepts } from 'hono/accepts';
import { inLanguage, languageNamed, languages } from '../../lib/language/language.js';

/** Answers in the first language of the browser that the dashboard has, until an account is known to have chosen another. */
export const inBrowserLanguage: MiddlewareHandler = (context, next) => {
  const language = accepts(context, {
    header: 'Accept-Language',
    supports: [...languages],
    default: languages[0],
    match: (accepted, { default: english }) =>
      accepted
        .toSorted((one, other) => other.q - one.q)
        .map(({ type }) => languageNamed(type.toLowerCase().split('-')[0]))
        .find((each) => each !== undefined) ?? english,
  });
  return inLanguage(languageNamed(language) ?? languages[0], next);
};

import { isMistyped } from '../../lib/mistyped.js';

/** Names of parameters in other products, and in other places of this API, in plain and singular form. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['source', 'referrer'],
  ['utmsource', 'referrer'],
  ['ref', 'referrer'],
  ['medium', 'channel'],
  ['utmmedium', 'channel'],
  ['utmcampaign', 'campaign'],
  ['utmid', 'campaign'],
  ['path', 'page'],
  ['url', 'page'],
  ['landingpage', 'entryPage'],
  ['countrycode', 'country'],
  ['operatingsystem', 'os'],
  ['platform', 'os'],
  ['devicetype', 'device'],
  ['lang', 'language'],
  ['locale', 'language'],
]);

const MAX_NAME_LENGTH = 40;

/** Lists each unknown parameter that resembles or is an alias of known ones, with the known names. */
export function nearMisses(requested: readonly string[], known: readonly string[]): readonly string[] {
  return requested.flatMap((name) => {
    if (known.includes(name) || name.length > MAX_NAME_LENGTH) return [];
    const names = [plainName(name), ...singulars(plainName(name))];
    const same = known.filter((each) =>
      names.some((plain) => plain === plainName(each) || ALIASES.get(plain) === each),
    );
    const mistyped = known.find((each) => names.some((plain) => isMistyped(plain, plainName(each))));
    const [meant = mistyped, ...others] = same;
    return meant === undefined ? [] : [`${name}: unknown parameter, use ${[meant, ...others].join(' or ')}`];
  });
}

/** Normalizes case, underscores, hyphens, dots and brackets: `entry_page`, `entryPage` and `entryPage[]` are equal. */
const plainName = (name: string): string => name.toLowerCase().replace(/[_.[\]-]/g, '');

/** `cities` becomes `city`, `pages` becomes `page`. */
const singulars = (name: string): readonly string[] =>
  name.endsWith('s') ? [name.replace(/s$/, ''), name.replace(/ies$/, 'y')] : [];

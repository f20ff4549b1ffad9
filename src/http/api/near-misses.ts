/** Names of parameters in other products, and in other places of this API, in plain and singular form. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['source', 'referrer'],
  ['utmsource', 'referrer'],
  ['ref', 'referrer'],
  ['medium', 'channel'],
  ['utmmedium', 'channel'],
  ['utmcampaign', 'campaign'],
  // No such statistic exists; a campaign is the nearest filter.
  ['utmterm', 'campaign'],
  ['utmcontent', 'campaign'],
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

/** Lists each unknown parameter that resembles or is an alias of a known one, with the known name. */
export function nearMisses(given: readonly string[], known: readonly string[]): readonly string[] {
  return given.flatMap((name) => {
    if (known.includes(name) || name.length > MAX_NAME_LENGTH) return [];
    const names = [plainName(name), ...singulars(plainName(name))];
    const meant =
      known.find((each) => names.includes(plainName(each))) ??
      names.map((each) => ALIASES.get(each)).find((each) => each !== undefined && known.includes(each)) ??
      known.find((each) => names.some((plain) => isMistyped(plain, plainName(each))));
    return meant === undefined ? [] : [`${name}: unknown parameter, use ${meant}`];
  });
}

/** Normalizes case, underscores, hyphens, dots and brackets: `entry_page`, `entryPage` and `entryPage[]` are equal. */
const plainName = (name: string): string => name.toLowerCase().replace(/[_.[\]-]/g, '');

/** `cities` becomes `city`, `pages` becomes `page`. */
const singulars = (name: string): readonly string[] =>
  name.endsWith('s') ? [name.replace(/s$/, ''), name.replace(/ies$/, 'y')] : [];

/** In shorter names, one different letter makes another word. */
const MIN_MISTYPED_LENGTH = 4;

/** At most one missing, added, different or swapped letter; two in names of eight letters or more. */
function isMistyped(given: string, name: string): boolean {
  if (name.length < MIN_MISTYPED_LENGTH) return false;
  return editDistance(given, name) <= (name.length < 2 * MIN_MISTYPED_LENGTH ? 1 : 2);
}

/** See https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance (optimal string alignment). */
function editDistance(one: string, other: string): number {
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const costs = [last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1)];
      row.push(Math.min(...costs, ...(isSwapped ? [beforeLast[j - 2]! + 1] : [])));
    }
    [beforeLast, last] = [last, row];
  }
  return last[other.length]!;
}

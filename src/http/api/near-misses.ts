/** Names under which other parts of this and of other products have a parameter, plain and in the singular. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['source', 'referrer'],
  ['utmsource', 'referrer'],
  ['ref', 'referrer'],
  ['medium', 'channel'],
  ['utmmedium', 'channel'],
  ['utmcampaign', 'campaign'],
  // No statistic is kept of these. A campaign is the nearest to them that can be filtered by.
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

/** Names each parameter that is almost one of the known ones, or another name for it, and that one. */
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

/** A name without case, underscores, hyphens, dots and brackets: `entry_page`, `entryPage` and `entryPage[]` are one. */
const plainName = (name: string): string => name.toLowerCase().replace(/[_.[\]-]/g, '');

/** `cities` is more than one `city`, `pages` more than one `page`. */
const singulars = (name: string): readonly string[] =>
  name.endsWith('s') ? [name.replace(/s$/, ''), name.replace(/ies$/, 'y')] : [];

/** Of shorter names, one more letter would be another word. */
const MIN_MISTYPED_LENGTH = 4;

/** Returns whether one letter is missing, added or another, or two are swapped; in a name of eight letters, two of these. */
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

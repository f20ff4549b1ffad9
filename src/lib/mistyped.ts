/** In shorter names, one different letter makes another word. */
const MIN_MISTYPED_LENGTH = 4;

/** At most one missing, added, different or swapped character; two in names of eight characters or more. */
export function isMistyped(given: string, name: string): boolean {
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

const MAX_SUGGESTIONS = 3;

/** Known names that a mistyped one may have meant; of those that only contain it, or are a part of it, a few. */
export function suggestNames(given: string, known: readonly string[]): readonly string[] {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const text = plain(given);
  if (text === '' || text.length > MAX_NAME_LENGTH) return [];
  const near = known.filter((name) => plain(name) === text || isMistyped(text, plain(name)));
  const alike = known.filter((name) => contains(plain(name), text) || contains(text, plain(name)));
  return (near.length > 0 ? near : alike).slice(0, MAX_SUGGESTIONS);
}

const MAX_NAME_LENGTH = 40;

/** Shorter parts are in too many names. */
const contains = (name: string, part: string): boolean => part.length >= MIN_MISTYPED_LENGTH && name.includes(part);

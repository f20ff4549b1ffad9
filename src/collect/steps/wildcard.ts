/**
 * Returns a test for a pattern in which `*` stands for any characters and everything else for itself. It searches the
 * parts between the stars from left to right, so that every pattern takes linear time, unlike a regular expression.
 */
export function wildcard(pattern: string): (text: string) => boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return (text) => text === first;
  const finders = rest.filter((part) => part !== '').map(endFinder);
  return (text) => {
    if (!text.startsWith(first)) return false;
    let position = first.length;
    for (const findEnd of finders) {
      const end = findEnd(text, position);
      if (end < 0) return false;
      position = end;
    }
    return text.length - last.length >= position && text.endsWith(last);
  };
}

/**
 * Finds where the first occurrence of a part ends, or -1. Uses Knuth-Morris-Pratt, because `indexOf` compares a part
 * such as `aaaab` again at each character of `aaaaaaaa`.
 */
function endFinder(part: string): (text: string, from: number) => number {
  /** At each length of a match, the length of the longest shorter one that ends at the same character. */
  const shorter = new Uint16Array(part.length + 1);
  const lengthen = (length: number, character: number): number => {
    let matched = length;
    while (matched > 0 && part.charCodeAt(matched) !== character) matched = shorter[matched] ?? 0;
    return part.charCodeAt(matched) === character ? matched + 1 : 0;
  };
  for (let length = 1; length < part.length; length += 1) {
    shorter[length + 1] = lengthen(shorter[length] ?? 0, part.charCodeAt(length));
  }
  return (text, from) => {
    let matched = 0;
    for (let index = from; index < text.length; index += 1) {
      matched = lengthen(matched, text.charCodeAt(index));
      if (matched === part.length) return index + 1;
    }
    return -1;
  };
}

/**
 * A test for a pattern in which `*` stands for any characters and all else for itself. It looks for the parts between
 * the stars from left to right, so that no pattern takes more than linear time, which a regular expression would.
 */
export function wildcard(pattern: string): (text: string) => boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return (text) => text === first;
  return (text) => {
    if (!text.startsWith(first)) return false;
    let position = first.length;
    for (const part of rest) {
      const found = text.indexOf(part, position);
      if (found < 0) return false;
      position = found + part.length;
    }
    return text.length - last.length >= position && text.endsWith(last);
  };
}

const ELLIPSIS = '…';

/** Characters that break a line, or change the direction of the text around them. */
const BREAKING = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Returns a text of any origin as one line of at most so many characters. Text of visitors could otherwise fake other lines. */
export function oneLine(text: string, maxLength: number): string {
  const line = text.toWellFormed().replace(BREAKING, ' ').trim();
  const characters = [...line.slice(0, maxLength * 2 + 2)];
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}${ELLIPSIS}` : line;
}

/** Returns the path to continue with: the given text when it is a path of our own, else `/`. */
export function ownPath(text: unknown): string {
  // Browsers read `//host` and `/\host` as another host, and skip tabs and line breaks inside.
  return typeof text === 'string' && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text) ? text : '/';
}

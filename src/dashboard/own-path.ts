/** Where to go on: the path of a page of ours that was handed along; anything else leads to `/`. */
export function ownPath(text: unknown): string {
  // A browser takes `//host` and `/\host` for another host, and skips tabs and line breaks inside.
  return typeof text === 'string' && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text) ? text : '/';
}

/**
 * An absolute address, or nothing for any other text.
 *
 * TRICKY: up to Node 22 `URL.canParse` answers false to `https://münchen.example/` once V8 has optimised it, after some thousand
 * calls; so nothing here asks it.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** The same of addresses by `http` or `https`. */
export function parseHttpUrl(text: string): URL | undefined {
  const url = parseUrl(text);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined;
}

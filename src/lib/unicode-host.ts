import { domainToASCII, domainToUnicode } from 'node:url';

/**
 * Returns a host as people read it: `xn--bcher-kva.example` is `bücher.example`. A host that would not lead back to the
 * same one stays as it is.
 */
export function unicodeHost(host: string): string {
  if (!host.includes('xn--')) return host;
  const unicode = domainToUnicode(host);
  return domainToASCII(unicode) === host ? unicode : host;
}

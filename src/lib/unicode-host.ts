import { domainToASCII, domainToUnicode } from 'node:url';

/** Scripts that may be mixed in one name: Chinese, Japanese and Korean names often contain Latin characters. */
const FOREIGN =
  /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;
const LATIN = /\p{Script=Latin}/u;

/**
 * Cyrillic and Greek letters that resemble Latin ones. As in browsers, a name of only these could pass for another one.
 */
const LOOK_ALIKES = /^[асԁеһіјӏорԛѕԝхуѵαεικνορτυχω0-9-]+$/;

/**
 * Decodes `xn--` labels for display, as browsers do. Labels that could pass for others, or do not encode back, stay
 * encoded.
 *
 * @example unicodeHost('xn--mnchen-3ya.de') // 'münchen.de'
 */
export function unicodeHost(host: string): string {
  if (!host.includes('xn--')) return host;
  return host
    .split('.')
    .map((label) => {
      const text = label.startsWith('xn--') ? domainToUnicode(label) : label;
      const isMixed = LATIN.test(text) && FOREIGN.test(text);
      return domainToASCII(text) !== label || isMixed || LOOK_ALIKES.test(text) ? label : text;
    })
    .join('.');
}

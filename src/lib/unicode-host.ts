import { domainToASCII, domainToUnicode } from 'node:url';

/** Writing systems that belong together in one name: Latin letters are usual beside those of China, Japan and Korea. */
const FOREIGN =
  /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;
const LATIN = /\p{Script=Latin}/u;

/** Cyrillic and Greek letters that look like Latin ones. A name of these alone could pass for another one, as in browsers. */
const LOOK_ALIKES = /^[асԁеһіјӏорԛѕԝхуѵαεικνορτυχω0-9-]+$/;

/**
 * Returns a host name with the letters that `xn--` stands for, as browsers show it. Labels that could pass for others, or
 * would not lead back, stay as they are.
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

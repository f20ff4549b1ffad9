import { readList } from '../../lib/read-list.js';

const list = readList('systems.tsv');
const ofKind = (wanted: string): ReadonlyMap<string, string> =>
  new Map(list.flatMap(([kind, match = '', name = '']) => (kind === wanted ? [[match, name] as const] : [])));

/** By the parser's name in lower case. Others keep the parser's name. */
export const systemNames = ofKind('parser');

/** By the value of `Sec-CH-UA-Platform`. */
export const hintedSystems = ofKind('platform');

/**
 * Systems that claim to be another, by a text that only their user agents contain. The first group of an expression is
 * the version, where it is stated.
 */
export const disguisedSystems: readonly (readonly [said: string, pattern: RegExp, real: string])[] = [
  ['Linux', /\b(?:SamsungBrowser|OculusBrowser|MiuiBrowser|Silk)\//, 'Android'],
  ['Linux', /\bVIDAA\/(\d+\.\d+)/, 'VIDAA'],
  ['macOS', /\b(?:CriOS|FxiOS|EdgiOS|GSA)\//, 'iPadOS'],
];

/** Every name of a system, except those that the parser alone knows. */
export const knownSystems: readonly string[] = [
  ...new Set([...systemNames.values(), ...hintedSystems.values(), ...disguisedSystems.map(([, , real]) => real)]),
];

/** Televisions, and boxes for them, by what their user agents contain. */
export const televisions =
  /\b(?:AFT[A-Z]\w*|BRAVIA|Chromecast|CrKey|Google TV|Android TV|MIBOX\w*|MiTV|SMART-TV|SmartTV|VIDAA|Web0S)\b/;

import { readList } from '../../lib/read-list.js';

/**
 * Browsers that the parser takes for another or for none, most of them inside apps, by a text that only their user
 * agents contain, in the order of the search. The first group of an expression is the version, if the user agent has
 * one.
 */
export const markedBrowsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bFB(?:AN\/Messenger|_IAB\/(?:MESSENGER|Orca)).*?\bFBAV\/(\d+)/, 'Messenger'],
  [/\bFBAN\/Messenger|\bFB_IAB\/(?:MESSENGER|Orca)/, 'Messenger'],
  [/\bBarcelona[ /](\d+)/, 'Threads'],
  [/\bInstagram[ /](\d+)|\bMetaIAB Instagram\b/, 'Instagram'],
  [/\bFB(?:AN|_IAB)\/.*?\bFBAV\/(\d+)|\bFB(?:AN|_IAB|AV)\/|\bMetaIAB Facebook\b/, 'Facebook'],
  [/\b(?:WAiOS|WA4A)\/(\d+)/, 'WhatsApp'],
  [/\b(?:musical_ly|trill)_(\d+)\./, 'TikTok'],
  [/\b(?:musical_ly|trill)_.*?\bapp_version\/(\d+)/, 'TikTok'],
  [/\baweme_(\d+)\./, 'Douyin'],
  [/\[LinkedInApp\](?:\/(\d+))?|\bLinkedInApp\b/, 'LinkedIn'],
  [/\bPinterest(?:Bot)?\/(?:iOS|Android)|\bPinterest for (?:iOS|Android)(?:\/(\d+))?/, 'Pinterest'],
  [/\bSnapchat\/?(\d+)?/, 'Snapchat'],
  [/\bTwitter for i(?:Phone|Pad)(?:\/(\d+))?|\bTwitterAndroid\b/, 'X'],
  [/\bTelegram-(?:Android|iOS)\/(\d+)/, 'Telegram'],
  [/\bReddit\/(?:Version )?(\d+)/, 'Reddit'],
  [/\bdiscord\/(\d+)/i, 'Discord'],
  [/\bSlack(?:_SSB)?\/(\d+)/, 'Slack'],
  [/\bGSA\/(\d+)/, 'Google App'],
  [/\bBing(?:Sapphire|Web)\/(\d+)/, 'Bing'],
  [/\bKAKAOTALK[/ ](\d+)\./, 'KakaoTalk'],
  [/\bNAVER\(inapp;.*; ?(\d+)\./, 'Naver App'],
  [/\bYJApp-(?:ANDROID|IOS) [\w.]+\/(\d+)/, 'Yahoo! Japan'],
  [/\bZalo (?:iOS|android)\b/i, 'Zalo'],
  [/\bbaiduboxapp\/(\d+)/, 'Baidu App'],
  [/\bDingTalk\/(\d+)/, 'DingTalk'],
  [/\bLark\/(\d+)/, 'Lark'],
  [/\bwxwork\/(\d+)/, 'WeCom'],
  [/\bQQ\/(\d+)/, 'QQ'],
  [/\bNewsArticle\/(\d+)/, 'Toutiao'],
  [/\b(?:musical_ly|trill|BytedanceWebview|TikTok)\b/, 'TikTok'],
  [/\bxhsdiscover\/(\d+)/, 'Xiaohongshu'],
  [/\bYaApp_(?:Android|iOS)\/(\d+)/, 'Yandex App'],
  [/\bValve Steam\b/, 'Steam'],
  [/\bEcosia (?:ios|android)@(\d+)/, 'Ecosia'],
  [/\bAlohaBrowser\/(\d+)/, 'Aloha'],
  [/\bAtlas\/(\d+)/, 'ChatGPT Atlas'],
  [/\bAtom\/(\d+)/, 'Atom'],
  [/ Brave(?:\/(\d+))?$/, 'Brave'],
  [/\bCCleaner\/(\d+)/, 'CCleaner Browser'],
  [/\bNorton\/(\d+)/, 'Norton Private Browser'],
  [/\bOPR\/(\d+).*\bEdition GX/, 'Opera GX'],
  [/\bPHX\/(\d+)/, 'Phoenix Browser'],
  [/\bVersion\/(\d+).* Epiphany\//, 'GNOME Web'],
  [/\bArkWeb\/(\d+)(?!.*Browser\/)/, 'ArkWeb'],
  [/\(BB10;.*\bVersion\/(\d+)/, 'BlackBerry Browser'],
  [/\bNintendoBrowser\/(\d+)/, 'Nintendo Browser'],
  [/\(PlayStation\b/, 'PlayStation Browser'],
  [/\bTizen \d(?!.*\bSamsungBrowser\/).* TV Safari\//, 'Samsung Internet'],
];

const list = readList('browsers.tsv');
const ofKind = (wanted: string): readonly (readonly [match: string, name: string])[] =>
  list.flatMap(([kind, match = '', name = '']) => (kind === wanted ? [[match, name] as const] : []));

/** By the parser's name in lower case. Others keep the parser's name. */
export const browserNames: ReadonlyMap<string, string> = new Map(ofKind('parser'));

/** Browsers by their brand in the header `Sec-CH-UA`; the first listed brand wins. */
export const hintedBrowsers = ofKind('brand');

/** Brands that other browsers send beside their own. They count only without a more specific brand. */
export const genericBrands = ofKind('generic');

/** Every name of a browser, except those that the parser alone knows. */
export const knownBrowsers: readonly string[] = [
  ...new Set([
    ...browserNames.values(),
    ...[...markedBrowsers, ...hintedBrowsers, ...genericBrands].map(([, name]) => name),
  ]),
];

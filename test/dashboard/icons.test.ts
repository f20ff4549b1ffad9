import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { knownBrowsers } from '../../src/collect/steps/known-browsers.js';
import { knownSources } from '../../src/collect/steps/known-sources.js';
import { knownSystems } from '../../src/collect/steps/known-systems.js';
import { themes } from '../../src/dashboard/ui/charts/themes.js';
import { brandIcons, Icon, type IconProps } from '../../src/dashboard/ui/icons.js';
import { countryCodes } from '../../src/websites/settings.js';
import { checkRows } from '../rows.js';
import { contrast } from './color.js';

const readAsset = (name: string) =>
  readFileSync(new URL(`../../dist/dashboard/assets/${name}`, import.meta.url), 'utf8');
const icons = readAsset('icons.svg');
const flags = new Map([...countryCodes].map((code) => [code, readAsset(`flags/${code}.svg`)]));
const readIds = (svg: string) => [...svg.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id!);
const render = (kind: IconProps['kind'], name: string) => String(Icon({ kind, name }));
const findId = (kind: IconProps['kind'], name: string) => /\/icons\.svg#([^"]+)"/.exec(render(kind, name))?.[1];
const findFlag = (code: string) => /\/flags\/([^"]+)\.svg"/.exec(render('country', code))?.[1];

const browsers = new Set(knownBrowsers);
const systems = new Set(knownSystems);
const sources = new Set(knownSources.map(({ name }) => name));

const COMMON_SOURCES = [
  ...['Google', 'Bing', 'DuckDuckGo', 'Baidu', 'Ecosia', 'Naver', 'Qwant', 'Brave Search', 'Startpage', 'Kagi'],
  ...['ChatGPT', 'Claude', 'Perplexity', 'Gemini', 'Microsoft Copilot', 'DeepSeek', 'Le Chat', 'Meta AI'],
  ...['Facebook', 'Instagram', 'Messenger', 'Threads', 'WhatsApp', 'X', 'LinkedIn', 'Reddit', 'Pinterest', 'TikTok'],
  ...['Snapchat', 'Telegram', 'Discord', 'Slack', 'Mastodon', 'Bluesky', 'Quora', 'Tumblr', 'VK', 'WeChat', 'LINE'],
  ...['Hacker News', 'Lobsters', 'Product Hunt', 'DEV', 'Medium', 'Substack', 'Stack Overflow', 'Stack Exchange'],
  ...['YouTube', 'Vimeo', 'Twitch', 'Spotify', 'Gmail', 'Outlook', 'Proton Mail', 'Amazon', 'Wikipedia', 'Notion'],
  ...['GitHub', 'GitLab', 'npm', 'Google News', 'Google Docs', 'Microsoft Teams', 'WordPress.com'],
];
const COMMON_BROWSERS = [
  ...['Chrome', 'Safari', 'Firefox', 'Edge', 'Opera', 'Opera GX', 'Samsung Internet', 'Brave', 'Vivaldi', 'DuckDuckGo'],
  ...['Android WebView', 'Safari (in-app)', 'Chromium', 'QQ Browser', 'Mi Browser', 'Huawei Browser', 'Google App'],
  ...['Facebook', 'Instagram', 'TikTok', 'LinkedIn', 'Amazon Silk', 'Naver Whale'],
];
const COMMON_SYSTEMS = ['Windows', 'macOS', 'iOS', 'iPadOS', 'Android', 'Linux', 'ChromeOS', 'PlayStation', 'Xbox'];

const DEVICES = ['desktop', 'mobile', 'tablet', 'tv', 'other'];

test('common sources, browsers and systems have an icon, and so do Direct and Unknown', () => {
  for (const name of COMMON_SOURCES) expect(sources, name).toContain(name);
  for (const name of COMMON_BROWSERS) expect(browsers, name).toContain(name);
  for (const name of COMMON_SYSTEMS) expect(systems, name).toContain(name);
  for (const name of [...COMMON_SOURCES, ...COMMON_BROWSERS, ...COMMON_SYSTEMS, 'Direct', 'Unknown']) {
    expect(readIds(icons), name).toContain(findId('brand', name));
  }
});

test('each icon is in the file, and for names that visits can have, each for one icon', () => {
  const names = [...brandIcons.keys()];
  const known = new Set([...sources, ...browsers, ...systems, 'Direct', 'Unknown']);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
  const shown = [...names.map((name) => findId('brand', name)), ...DEVICES, 'globe'];
  expect(new Set(shown)).toEqual(new Set(readIds(icons)));
});

test('each device has an icon', () =>
  checkRows(DEVICES, (device) => {
    expect(findId('device', device)).toBe(device);
  }));

test('a device that is unknown, such as an inherited name, has the icon of others', () => {
  expect(['', 'watch', 'constructor'].map((name) => findId('device', name))).toEqual(['other', 'other', 'other']);
});

test('each country has its flag, and whatever is none has the globe', () => {
  const codes = [...countryCodes];
  expect(codes.map(findFlag)).toEqual(codes);
  for (const code of ['ZZ', '', 'de', '"><script>']) expect(findId('country', code), code).toBe('globe');
  for (const [code, flag] of flags) {
    expect(flag, code).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 96 \d+">.+<\/svg>$/);
  }
});

test('a source has the letter of its name, in an image without a text of its own', () =>
  checkRows(
    [
      ['example.com', 'E'],
      ['constructor', 'C'],
      ['"><script>', 'S'],
      ['\uD800', '?'],
      ['', '?'],
    ],
    ([name, letter]) => {
      const [, image = ''] =
        /^<img [^>]*src="data:image\/svg\+xml,([^"]+)" alt=""\/>$/.exec(render('brand', name)) ?? [];
      expect(decodeURIComponent(image)).toContain(`>${letter}</text>`);
    },
  ));

test('icons are decoration, which screen readers skip', () => {
  for (const image of [render('brand', 'Firefox'), render('device', 'tv'), render('country', 'ZZ')]) {
    expect(image).toContain('aria-hidden="true"');
  }
  expect(render('country', 'DE')).toContain('alt=""');
});

test('the files are small, and refer to nothing', () => {
  expect(gzipSync(icons, { level: 9 }).length).toBeLessThan(12 * 1024);
  for (const flag of flags.values()) expect(gzipSync(flag, { level: 9 }).length).toBeLessThan(1024);
  for (const svg of [icons, ...flags.values()]) expect(svg).not.toMatch(/<script|<style|\bon\w+=|href=|url\(|@import/i);
});

test('the licenses of the images are in the package', () => {
  const licenses = readAsset('../icon-licenses.txt');
  for (const each of ['The Bootstrap Authors', '@catamphetamine', 'CC0 1.0 Universal'])
    expect(licenses).toContain(each);
});

test('the color of each icon stands out from every theme, light and dark', () => {
  const fills = [...icons.matchAll(/ fill="(?!none)([^"]+)"/g)].map(([, fill]) => fill!);
  expect(fills.length).toBeGreaterThan(50);
  for (const fill of fills) {
    const [light = fill, dark = fill] = /^light-dark\((.+),(.+)\)$/.exec(fill)?.slice(1) ?? [];
    const backgrounds = [
      ...['#ffffff', ...Object.values(themes).map((theme) => theme.light.accentSoft)].map((color) => [light, color]),
      ...['#161a21', ...Object.values(themes).map((theme) => theme.dark.accentSoft)].map((color) => [dark, color]),
    ];
    for (const [color = '', background = ''] of backgrounds) {
      if (color === 'currentColor') continue;
      expect(color).toMatch(/^#[0-9a-f]{6}$/);
      expect(contrast(color, background), `${fill} on ${background}`).toBeGreaterThanOrEqual(3);
    }
  }
});

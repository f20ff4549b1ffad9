import { describe, expect, it } from 'vitest';
import { parseClient } from '../../src/collect/steps/client.js';
import { checkRows } from '../rows.js';
import { userAgents } from './user-agents.js';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)';
const CHROME = `${WINDOWS} Chrome/143.0.0.0 Safari/537.36`;
const LINUX_CHROME = `${LINUX} Chrome/143.0.0.0 Safari/537.36`;
const PHONE_CHROME = `${ANDROID} Chrome/143.0.0.0 Mobile Safari/537.36`;
const TABLET_CHROME = `${ANDROID} Chrome/143.0.0.0 Safari/537.36`;
const BRANDS = '"Google Chrome";v="143", "Chromium";v="143", "Not A(Brand";v="24"';

describe('the brands', () => {
  it('name what calls itself Chrome', () =>
    checkRows(
      [
        ['"Brave";v="143", "Chromium";v="143", "Not A(Brand";v="24"', 'Brave', '143'],
        ['"Not)A;Brand";v="8", "Chromium";v="138", "Opera GX";v="122"', 'Opera GX', '122'],
        ['"OperaMobile";v="86", ";Not A Brand";v="99", "Opera";v="115", "Chromium";v="130"', 'Opera', '86'],
        ['"Not/A)Brand";v="8", "Chromium";v="138", "Vivaldi";v="7.5"', 'Vivaldi', '7'],
        ['"Chromium";v="130", "YaBrowser";v="24.12", "Not?A_Brand";v="99", "Yowser";v="2.5"', 'Yandex Browser', '24'],
        ['"Chromium";v="140", "Google Chrome";v="140", "Arc";v="1"', 'Arc', '1'],
        ['"Android WebView";v="140", "Chromium";v="140", "Not=A?Brand";v="24"', 'Android WebView', '140'],
        ['"Not:A-Brand";v="24", "Chromium";v="134"', 'Chromium', '134'],
        ['"Google Chrome";v="144", "Chromium";v="144", "Not A(Brand";v="24"', 'Chrome', '144'],
        ['"constructor";v="1", "__proto__";v="2"', 'Chrome', '143'],
        ['"""";v=";;;', 'Chrome', '143'],
        ['', 'Chrome', '143'],
      ],
      ([brands, browser, browserVersion]) => {
        expect(parseClient(CHROME, { brands })).toMatchObject({
          browser,
          browserVersion,
          os: 'Windows',
          osVersion: '10',
        });
        expect(parseClient(CHROME)).toMatchObject({ browser: 'Chrome', browserVersion: '143' });
      },
    ));

  it('name what calls itself Edge or Opera', () => {
    const edge = `${WINDOWS} Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0`;
    expect(parseClient(edge, { brands: '"DuckDuckGo";v="150", "Chromium";v="150"' }).browser).toBe('DuckDuckGo');
    const opera = `${WINDOWS} Chrome/142.0.0.0 Safari/537.36 OPR/126.0.0.0`;
    expect(parseClient(opera, { brands: '"Chromium";v="142", "Opera Air";v="126"' }).browser).toBe('Opera Air');
  });

  it('take nothing from what names itself', () =>
    checkRows(
      [
        ['Instagram', '"Android WebView";v="141", "Chromium";v="141"'],
        ['Mi Browser', '"Chromium";v="112", "Google Chrome";v="112"'],
        ['Slack', '"Not)A;Brand";v="8", "Chromium";v="138"'],
        ['Ecosia', '"Google Chrome";v="150", "Chromium";v="150"'],
        ['Naver App', '"Whale";v="1", "Chromium";v="130"'],
      ],
      ([name, brands]) => {
        const agents = userAgents.filter(
          ([expected, agent]) => expected.startsWith(`${name} |`) && agent.includes('Chrome/'),
        );
        expect(agents.length).toBeGreaterThan(0);
        for (const [, agent] of agents) expect(parseClient(agent, { brands })).toEqual(parseClient(agent));
      },
    ));
});

describe('platform and mobile', () => {
  it('tell devices and systems', () =>
    checkRows(
      [
        ['a desktop’s page on an Android tablet', LINUX_CHROME, '?0', '"Android"', 'Android', '', 'tablet'],
        ['a desktop’s page on a telephone', LINUX_CHROME, '?1', '"Android"', 'Android', '', 'mobile'],
        ['Windows, called Linux', LINUX_CHROME, '?0', '"Windows"', 'Windows', '', 'desktop'],
        ['a Mac, called Windows', CHROME, '?0', '"macOS"', 'macOS', '', 'desktop'],
        ['a Chromebook, called Linux', LINUX_CHROME, '?0', '"Chrome OS"', 'ChromeOS', '', 'desktop'],
        ['a Chromebook, called Android', PHONE_CHROME, '?0', '"Chrome OS"', 'ChromeOS', '', 'desktop'],
        ['a telephone, called Windows', CHROME, '?1', '"Android"', 'Android', '', 'mobile'],
        ['Windows', CHROME, '?0', '"Windows"', 'Windows', '10', 'desktop'],
        ['Linux', LINUX_CHROME, '?0', '"Linux"', 'Linux', '', 'desktop'],
        ['a telephone', PHONE_CHROME, '?1', '"Android"', 'Android', '', 'mobile'],
        ['a tablet', TABLET_CHROME, '?0', '"Android"', 'Android', '', 'tablet'],
        ['a telephone that leaves out Mobile', TABLET_CHROME, '?1', '"Android"', 'Android', '', 'mobile'],
        ['a tablet that says Mobile', PHONE_CHROME, '?0', '"Android"', 'Android', '', 'tablet'],
        ['Android, called by its kernel', PHONE_CHROME, '?1', '"Linux"', 'Android', '', 'mobile'],
        ['nonsense', PHONE_CHROME, '"?1"', 'Windows', 'Android', '', 'mobile'],
        ['more nonsense', CHROME, '', '"constructor"', 'Windows', '10', 'desktop'],
        ['a system nobody knows', CHROME, '?0', '"Unknown"', 'Windows', '10', 'desktop'],
        ['no system', 'Mozilla/5.0 Chrome/143.0.0.0 Safari/537.36', '?0', '"macOS"', 'macOS', '', 'desktop'],
      ],
      ([, userAgent, mobile, platform, os, osVersion, device]) => {
        expect(parseClient(userAgent, { brands: BRANDS, mobile, platform })).toMatchObject({ os, osVersion, device });
      },
    ));

  it('take nothing from what names itself', () =>
    checkRows(
      [
        ['HarmonyOS', '?1', '"Android"'],
        ['Tizen', '?0', '"Linux"'],
        ['webOS', '?0', '"Linux"'],
        ['VIDAA', '?0', '"Linux"'],
        ['Chromecast', '?0', '"Linux"'],
        ['Xbox', '?0', '"Windows"'],
        ['KaiOS', '?1', '"Android"'],
        ['iOS', '?1', '"Android"'],
        ['iPadOS', '?0', '"macOS"'],
        ['FreeBSD', '?0', '"Linux"'],
      ],
      ([name, mobile, platform]) => {
        const agents = userAgents.filter(
          ([expected]) => expected.includes(` | ${name} | `) && expected.endsWith('mobile') === (mobile === '?1'),
        );
        expect(agents.length).toBeGreaterThan(0);
        for (const [, agent] of agents)
          expect(parseClient(agent, { brands: '', mobile, platform })).toEqual(parseClient(agent));
      },
    ));

  it('make no telephone of a television or a headset', () => {
    const agents = userAgents.filter(([expected]) => /\| Android \|.*\| (?:tv|other)$/.test(expected));
    expect(agents.length).toBeGreaterThan(5);
    for (const [, agent] of agents) {
      const hinted = parseClient(agent, { brands: '', mobile: '?1', platform: '"Android"' });
      expect(hinted).toEqual(parseClient(agent));
    }
  });
});

describe('hints', () => {
  it('are believed of Chromium alone', () => {
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
    const hints = { brands: '"Brave";v="143"', mobile: '?1', platform: '"Android"' };
    expect(parseClient(firefox, hints)).toEqual(parseClient(firefox));
  });

  it('change nothing in the table where they say what the user agent says', () => {
    const platforms = [
      ['Windows', '"Windows"'],
      ['macOS', '"macOS"'],
      ['Linux', '"Linux"'],
      ['ChromeOS', '"Chrome OS"'],
      ['Android', '"Android"'],
    ] as const;
    for (const [expected, agent] of userAgents) {
      const platform = platforms.find(([os]) => expected.includes(` | ${os} | `))?.[1];
      const mobile = expected.endsWith('mobile') ? '?1' : '?0';
      expect(parseClient(agent, { brands: '', mobile, platform }), agent).toEqual(parseClient(agent));
    }
  });

  it('are each remembered apart', () => {
    const asked = [
      [LINUX_CHROME, undefined],
      [LINUX_CHROME, { brands: '"Brave";v="143"' }],
      [LINUX_CHROME, { brands: '"Brave";v="143"', mobile: '?0', platform: '"Android"' }],
      [LINUX_CHROME, { brands: '"Brave";v="143"', mobile: '?1', platform: '"Android"' }],
      [LINUX_CHROME, { brands: '"Brave";v="143"', mobile: '?1', platform: '"Windows"' }],
      [LINUX_CHROME, { brands: '', mobile: '?1', platform: '"Windows"' }],
    ] as const;
    const answers = () => asked.map(([agent, hints]) => JSON.stringify(parseClient(agent, hints)));
    expect(new Set(answers()).size).toBe(asked.length);
    expect(answers()).toEqual(answers());
  });

  it('give bounded, well-formed texts whatever they say', () => {
    const long = 'x'.repeat(10_000);
    const hints = {
      brands: `"Brave";v="${'1'.repeat(300)}", "${long}\ud800"`,
      mobile: `?1\n${long}`,
      platform: `"${long}\n"`,
    };
    for (const text of Object.values(parseClient(CHROME, hints))) {
      expect(text.length).toBeLessThanOrEqual(60);
      expect(text.isWellFormed()).toBe(true);
    }
  });
});

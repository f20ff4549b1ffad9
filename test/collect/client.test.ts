import { describe, expect, it } from 'vitest';
import { parseClient } from '../../src/collect/steps/client.js';
import { checkRows } from '../rows.js';
import { userAgents } from './user-agents.js';

const unknown = { browser: 'Unknown', browserVersion: '', os: 'Unknown', osVersion: '', device: 'other' };

describe('the table of user agents', () => {
  it('has 150 at least, no two alike in browser, system, version and device', () => {
    expect(userAgents.length).toBeGreaterThanOrEqual(150);
    expect(new Set(userAgents.map(([expected]) => expected)).size).toBe(userAgents.length);
  });

  it('has those of 2025 and 2026', () => {
    const since = (version: number) =>
      userAgents.filter(([, agent]) => Number(/(?:Chrome|CriOS|Firefox|FxiOS)\/(\d+)/.exec(agent)?.[1]) >= version);
    // Chrome 132 and Firefox 134 came in January 2025, Chrome 144 and Firefox 147 a year later.
    expect(since(134).length).toBeGreaterThanOrEqual(60);
    expect(since(147).length).toBeGreaterThanOrEqual(25);
  });
});

describe('clientOf', () => {
  it('reads each of the table', () =>
    checkRows(userAgents, ([expected, userAgent]) => {
      const { browser, browserVersion, os, osVersion, device } = parseClient(userAgent);
      expect([browser, browserVersion, os, osVersion, device].map((text) => text || '-').join(' | ')).toBe(expected);
    }));

  it('knows iOS behind its frozen 18.6 by what names its version', () =>
    checkRows(
      [
        ['Version/26.1 Mobile/15E148 Safari/604.1', '26.1'],
        ['Version/18.6 Mobile/15E148 Safari/604.1', '18.6'],
        ['Mobile/15E148 [FBAN/FBIOS;FBAV/571.0;FBSN/iOS;FBSV/26.4;FBSS/3]', '26.4'],
        ['Mobile/15E148 Instagram 400.0.0.28.73 (iPhone15,2; iOS 26_2; en_US)', '26.2'],
        ['CriOS/141.0.7390.96 Mobile/15E148 Safari/604.1', '18.6'],
        ['Version/17.0 YaBrowser/25.6.5.339.10 SA/3 Mobile/15E148 Safari/604.1', ''],
        ['Mobile/15E148', ''],
      ],
      ([end, osVersion]) => {
        const iphone =
          'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
        expect(parseClient(`${iphone} ${end}`)).toMatchObject({ os: 'iOS', osVersion });
      },
    ));

  it('knows nothing of other texts', () =>
    checkRows(
      ['', ' ', 'Mozilla', 'something else', 'a'.repeat(100_000), '\0\0', '\ud800', '('.repeat(5_000)],
      (userAgent) => {
        expect(parseClient(userAgent)).toEqual(unknown);
      },
    ));

  it('gives bounded, well-formed texts whatever is in a version', () => {
    for (const name of ['Firefox/', 'Instagram ', 'Chrome/']) {
      const client = parseClient(`Mozilla/5.0 (Linux; Android ${'9'.repeat(300)}) ${name}${'1'.repeat(100)}\ud800`);
      expect(client.osVersion).toHaveLength(20);
      expect(client.browserVersion).toHaveLength(20);
      for (const text of Object.values(client)) expect(text.isWellFormed()).toBe(true);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { clientOf } from '../../src/ingest/client.js';
import { userAgents } from './user-agents.js';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';
const unknown = { browser: 'Unknown', browserVersion: '', os: 'Unknown', osVersion: '', device: 'other' };

describe('clientOf', () => {
  it.each(userAgents)('knows %s', (_, browser, browserVersion, os, osVersion, device, userAgent) => {
    expect(clientOf(userAgent)).toEqual({ browser, browserVersion, os, osVersion, device });
  });

  it.each([
    ['"Brave";v="143", "Chromium";v="143", "Not A(Brand";v="24"', 'Brave', '143'],
    ['"Not)A;Brand";v="8", "Chromium";v="138", "Opera GX";v="122"', 'Opera GX', '122'],
    ['"Chromium";v="140", "Not=A?Brand";v="24", "DuckDuckGo";v="140"', 'DuckDuckGo', '140'],
    ['"Google Chrome";v="143", "Chromium";v="143", "Not A(Brand";v="24"', 'Chrome', '143'],
    ['"constructor";v="1", "__proto__";v="2"', 'Chrome', '143'],
    ['"""";v=";;;', 'Chrome', '143'],
    ['', 'Chrome', '143'],
  ])('hears from the brands %s', (brands, browser, browserVersion) => {
    expect(clientOf(CHROME, { brands })).toMatchObject({ browser, browserVersion, os: 'Windows' });
    expect(clientOf(CHROME)).toMatchObject({ browser: 'Chrome', browserVersion: '143' });
  });

  it('believes a brand only of what calls itself Chrome', () => {
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
    expect(clientOf(firefox, { brands: '"Brave";v="143"' }).browser).toBe('Firefox');
  });

  it.each(['', ' ', 'Mozilla', 'something else', 'a'.repeat(100_000), '\0\0', '\ud800', '('.repeat(5_000)])(
    'knows nothing of %j',
    (userAgent) => {
      expect(clientOf(userAgent)).toEqual(unknown);
    },
  );

  it('gives bounded, well-formed texts whatever is in a version', () => {
    for (const name of ['Firefox/', 'Instagram ', 'Chrome/']) {
      const client = clientOf(`Mozilla/5.0 (Linux; Android ${'9'.repeat(300)}) ${name}${'1'.repeat(100)}\ud800`);
      expect(client.osVersion).toHaveLength(20);
      expect(client.browserVersion).toHaveLength(20);
      for (const text of Object.values(client)) expect(text.isWellFormed()).toBe(true);
    }
  });
});

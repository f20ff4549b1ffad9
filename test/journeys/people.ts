import { type BrowserContextOptions, devices } from 'playwright-core';
import type { PastEvent } from '../oracle/past-event.js';

/** How a person's browser shows itself, what it is used with, and what is to be counted of it. */
export interface Look {
  readonly device: BrowserContextOptions;
  readonly hand: 'mouse' | 'finger' | 'keyboard';
  readonly traits: Pick<PastEvent, 'browser' | 'os' | 'device' | 'language'>;
}

/** All of them come from one address: it is by their user agents that they are different visitors. */
export const PEOPLE = {
  anna: {
    device: devices['Desktop Firefox'],
    hand: 'mouse',
    traits: { browser: 'Firefox', os: 'Windows', device: 'desktop', language: 'de-DE' },
  },
  ben: {
    device: devices['Pixel 7'],
    hand: 'finger',
    traits: { browser: 'Chrome', os: 'Android', device: 'mobile', language: 'en-US' },
  },
  cleo: {
    device: devices['iPhone 15'],
    hand: 'finger',
    traits: { browser: 'Safari', os: 'iOS', device: 'mobile', language: 'fr-FR' },
  },
  dora: {
    device: devices['iPad Pro 11'],
    hand: 'finger',
    traits: { browser: 'Safari', os: 'iPadOS', device: 'tablet', language: 'pt-BR' },
  },
  emil: {
    device: devices['Desktop Edge'],
    hand: 'mouse',
    traits: { browser: 'Edge', os: 'Windows', device: 'desktop', language: 'en-US' },
  },
  fay: {
    device: devices['Desktop Safari'],
    hand: 'mouse',
    traits: { browser: 'Safari', os: 'macOS', device: 'desktop', language: 'ja' },
  },
  gus: {
    device: {
      userAgent:
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    },
    hand: 'keyboard',
    traits: { browser: 'Chrome', os: 'Linux', device: 'desktop', language: 'zh-TW' },
  },
  hana: {
    device: {
      userAgent:
        'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    },
    hand: 'mouse',
    traits: { browser: 'Chrome', os: 'ChromeOS', device: 'desktop', language: 'de-DE' },
  },
  ida: {
    device: {
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
    },
    hand: 'mouse',
    traits: { browser: 'Firefox', os: 'Linux', device: 'desktop', language: 'nl-NL' },
  },
} as const satisfies Readonly<Record<string, Look>>;

/** Who comes as the headless browser that it is. */
export const CRAWLER: Look = { device: {}, hand: 'mouse', traits: { device: 'desktop', language: 'en-US' } };

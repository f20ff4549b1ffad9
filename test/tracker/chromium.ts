import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { describe } from 'vitest';

const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** The same browser without what shows windows: its pages open in a third of the time. */
const SHELL = '/usr/bin/chromium-headless-shell';
const shellPath = process.env.CHROMIUM === undefined && existsSync(SHELL) ? SHELL : chromiumPath;

/** Where checks are made for others, a missing browser is a failure; at a desk it is said aloud. */
function hasChromium(): boolean {
  if (existsSync(chromiumPath)) return true;
  if (process.env.CI) throw new Error(`No browser at ${chromiumPath}: set CHROMIUM to the path of one`);
  console.warn(`\n*** SKIPPED: browser tests. No browser at ${chromiumPath}; set CHROMIUM. ***\n`);
  return false;
}

const launch = (executablePath: string, args: readonly string[]): Promise<Browser> =>
  chromium.launch({
    executablePath,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--host-resolver-rules=MAP *.test 127.0.0.1, MAP *.example 127.0.0.1',
      ...args,
    ],
  });

/** A browser as a visitor has it: without the automation flag, with its back/forward cache, every host on loopback. */
export const launchChromium = (...args: readonly string[]): Promise<Browser> =>
  launch(chromiumPath, ['--disable-blink-features=AutomationControlled', ...args]);

/** The same browser, which says by `navigator.webdriver` that a program drives it. */
export const launchDrivenChromium = (...args: readonly string[]): Promise<Browser> => launch(chromiumPath, args);

/** The same browser for all test files of a process: opened at first use, opened again when it has crashed. */
function shared(open: () => Promise<Browser>): () => Promise<Browser> {
  let browser: Browser | undefined;
  return async () => {
    if (!browser?.isConnected()) browser = await open();
    return browser;
  };
}

/** A browser as a visitor has it, for all. Playwright closes it when the process ends. */
export const visitorBrowser = shared(() => launchChromium());

/** A browser to look at pages with, for all. It says that it is headless, and opens no window by itself. */
export const pageBrowser = shared(() => launch(shellPath, []));

export const describeInBrowser = describe.runIf(hasChromium());

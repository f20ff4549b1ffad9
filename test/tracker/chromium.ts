import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { describe } from 'vitest';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Where checks are made for others, a missing browser is a failure; at a desk it is said aloud. */
function hasChromium(): boolean {
  if (existsSync(executablePath)) return true;
  if (process.env.CI) throw new Error(`No browser at ${executablePath}: set CHROMIUM to the path of one`);
  console.warn(`\n*** SKIPPED: browser tests of the tracker. No browser at ${executablePath}; set CHROMIUM. ***\n`);
  return false;
}

/** A browser as a visitor has it: without the automation flag, with its back/forward cache, every host on loopback. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-blink-features=AutomationControlled',
      '--host-resolver-rules=MAP *.test 127.0.0.1',
    ],
  });

export const describeInBrowser = describe.runIf(hasChromium());

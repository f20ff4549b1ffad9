import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeFaults } from './axe.js';

interface Look {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  readonly rules: 'all' | 'colors';
}

/** Each width once and each mode once. */
const TWO_LOOKS: readonly Look[] = [
  { width: 320, colorScheme: 'dark', rules: 'all' },
  { width: 1440, colorScheme: 'light', rules: 'all' },
];

/** Each width in each mode. What does not depend on colors is found in one of them. */
const ALL_LOOKS: readonly Look[] = [
  ...TWO_LOOKS,
  { width: 1440, colorScheme: 'dark', rules: 'colors' },
  { width: 320, colorScheme: 'light', rules: 'colors' },
];

/** The page fits a narrow and a wide window, and axe-core finds nothing wrong in a dark and in a light one. */
export const looksRight = (page: Page, name?: string): Promise<void> => check(page, TWO_LOOKS, name);

/** The same for each width in each mode. */
export const looksRightInEachMode = (page: Page, name?: string): Promise<void> => check(page, ALL_LOOKS, name);

async function check(page: Page, looks: readonly Look[], name = page.url()): Promise<void> {
  const before = page.viewportSize();
  for (const { width, colorScheme, rules } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    expect((await axeFaults(page, rules)).join('\n'), `${name} ${colorScheme} ${width}`).toBe('');
    const wide = await page.evaluate('document.documentElement.scrollWidth');
    expect(wide, `${name} ${width}`).toBeLessThanOrEqual(width);
  }
  if (before) await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: 'light' });
}

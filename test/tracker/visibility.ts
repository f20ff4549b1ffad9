import type { Page } from 'playwright-core';

/** Brings a page to the front or covers it. A driven browser takes every tab for visible, so the page is told. */
export const show = (page: Page, state: 'visible' | 'hidden'): Promise<unknown> =>
  page.evaluate(`{
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: '${state}' });
    Object.defineProperty(document, 'hidden', { configurable: true, value: ${state === 'hidden'} });
    document.dispatchEvent(new Event('visibilitychange'));
  }`);

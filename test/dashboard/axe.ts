import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

/** `axe.source` is twice as long, and takes a browser longer to read than a page to check. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that depend on whether a page is light or dark, and on its theme. No other does. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

const OPTIONS = {
  resultTypes: ['violations'],
  // It would load every style sheet again, for rules that are off.
  preload: false,
} as const;

// The size of targets is a rule of WCAG 2.2 that axe-core leaves off unless it is asked for.
const ALL = { ...OPTIONS, rules: { 'target-size': { enabled: true } } };
const COLORS = { ...OPTIONS, runOnly: COLOR_RULES };

/** What axe-core finds wrong with a page, or with its colors alone, each with the first element that has it. */
export async function axeFaults(page: Page, rules: 'all' | 'colors' = 'all'): Promise<readonly string[]> {
  // A page is looked at several times.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(SOURCE);
  const options = JSON.stringify(rules === 'all' ? ALL : COLORS);
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(document, ${options})`);
  return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes[0]?.html ?? ''})`);
}

import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe-core finds wrong with a page, each with the first element that has it. */
export async function axeFaults(page: Page): Promise<readonly string[]> {
  // A page is looked at several times.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  // The size of targets is a rule of WCAG 2.2 that axe-core leaves off unless it is asked for.
  const options = '{ resultTypes: ["violations"], rules: { "target-size": { enabled: true } } }';
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(document, ${options})`);
  return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes[0]?.html ?? ''})`);
}

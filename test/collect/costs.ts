import { isExcludedPath } from '../../src/collect/steps/exclusions.js';
import { readView } from '../../src/dashboard/pages/stats/view.js';
import { type FilterName, filterNames } from '../../src/stats/dimensions.js';
import { spellFilterValue } from '../../src/stats/filter-values.js';
import { hostileCollector, hostileWebsite } from './hostile-collector.js';
import type { Builder } from './worst-inputs.js';

/** Milliseconds that the main thread is busy with an input of about `size` bytes. */
export type Cost = (size: number) => Promise<number>;

let inputs = 0;

/** Times one run. No two inputs are alike, so that no cache has seen one. */
function timed<Input>(build: (size: number, salt: string) => Input, run: (input: Input) => unknown): Cost {
  return async (size) => {
    inputs += 1;
    const input = build(size, `s${inputs}`);
    const began = performance.now();
    await run(input);
    return performance.now() - began;
  };
}

const { send, read } = await hostileCollector();

/** The cost of an event, from its request to its answer, but for the disk. */
export const eventCost = (build: Builder): Cost => timed(build, send);

/** The cost of a line of an import. */
export const lineCost = (build: Builder): Cost => timed(build, read);

/** The cost of an address of the dashboard with all filters, each as it is typed and as it stands in the address. */
export const filterCost = (build: (size: number, salt: string) => string): Cost =>
  timed(build, (value) => {
    for (const name of filterNames) spellFilterValue(name as FilterName, value);
    readView(new URLSearchParams(filterNames.map((name): [string, string] => [name, value])));
  });

/** The cost of asking whether a path is excluded, by the number of patterns. They are compiled before. */
export const exclusionCost = (pattern: string, path: string): Cost =>
  timed(
    (patterns) => {
      const website = { ...hostileWebsite, excludedPaths: Array<string>(patterns).fill(pattern) };
      isExcludedPath(website, '/');
      return website;
    },
    (website) => isExcludedPath(website, path),
  );

/** The least of several runs: what else the machine does makes one longer, never shorter. */
export async function leastCost(cost: Cost, size: number, runs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) least = Math.min(least, await cost(size));
  return least;
}

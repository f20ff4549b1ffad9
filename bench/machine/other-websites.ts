import { openDataSet } from '../data-set/data-set.js';
import { LARGE_SHARE, largeWebsite } from '../data-set/plan.js';
import { type Case, type Endpoint, nameOf } from '../questions/case.js';
import type { Goal } from '../questions/goal.js';
import { ownTime } from '../questions/own-time.js';
import { openBenchService } from '../questions/service.js';

const TIMES = 10;

/** Both data sets are opened this often, one after the other, and the quicker round of each counts. */
const ROUNDS = 2;

/**
 * The same questions about a website of the same size beside ten times the events of others.
 *
 * @param events of the smaller of the two data sets
 */
export async function otherWebsitesGoals(
  events: number,
  endpoints: readonly Endpoint[],
  turns: number,
  onProgress: (done: number, of: number) => void,
): Promise<readonly Goal[]> {
  const own = events * LARGE_SHARE;
  const others = events * (1 - LARGE_SHARE);
  const fewer = await openDataSet({ events, largeShare: LARGE_SHARE }, undefined, onProgress);
  const grown = own + others * TIMES;
  const more = await openDataSet({ events: grown, largeShare: own / grown }, undefined, onProgress);
  const cases = endpoints.flatMap((endpoint) =>
    [365, 30].map((days): Case => ({ endpoint, days, filters: [], limit: 10, zone: 'UTC' })),
  );
  const times = [new Map<string, number>(), new Map<string, number>()];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, { folder }] of [fewer, more].entries()) {
        for (const [name, time] of await timesOf(folder, cases, turns)) {
          times[index]?.set(name, Math.min(time, times[index]?.get(name) ?? time));
        }
      }
    }
  } finally {
    await fewer.remove();
    await more.remove();
  }
  const [worst] = cases
    .map(nameOf)
    .map((name) => ({ value: round2((times[1]?.get(name) ?? 0) / (times[0]?.get(name) ?? 1)), worst: name }))
    .sort((a, b) => b.value - a.value);
  return worst === undefined ? [] : [{ what: 'ten times the events of other websites', ...worst, atMost: 1.1 }];
}

async function timesOf(
  folder: string,
  cases: readonly Case[],
  turns: number,
): Promise<readonly (readonly [string, number])[]> {
  const service = await openBenchService(folder);
  const medians: [string, number][] = [];
  try {
    for (const each of cases) medians.push([nameOf(each), await ownTime(each, largeWebsite.id, service, turns)]);
  } finally {
    await service.close();
  }
  return medians;
}

const round2 = (value: number): number => Math.round(value * 100) / 100;

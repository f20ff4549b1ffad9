import { openDataSet } from '../data-set/data-set.js';
import { LARGE_SHARE, largeWebsite } from '../data-set/plan.js';
import type { Case, Endpoint } from '../questions/case.js';
import type { Goal } from '../questions/goal.js';
import { ownTimes } from '../questions/own-time.js';
import { openBenchService } from '../questions/service.js';

const TIMES = 10;

/** Both data sets are opened this often, one after the other, and the quicker round of each counts. */
const ROUNDS = 2;

/**
 * The same questions about a website of the same size beside ten times the events of others, all of them together: minutes
 * lie between the two, and single ones of some milliseconds differ by a third either way when nothing else does.
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
  const times: (readonly number[])[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, { folder }] of [fewer, more].entries()) {
        const found = await timesOf(folder, cases, turns);
        times[index] = found.map((time, place) => Math.min(time, times[index]?.[place] ?? time));
      }
    }
  } finally {
    await fewer.remove();
    await more.remove();
  }
  const [beside, besideMore] = times.map((each) => each.reduce((sum, time) => sum + time, 0));
  const value = Math.round(((besideMore ?? 0) / (beside ?? 1)) * 100) / 100;
  return [{ what: 'ten times the events of other websites', value, atMost: 1.1 }];
}

async function timesOf(folder: string, cases: readonly Case[], turns: number): Promise<readonly number[]> {
  const service = await openBenchService(folder);
  try {
    return await ownTimes(cases, largeWebsite.id, service, turns);
  } finally {
    await service.close();
  }
}

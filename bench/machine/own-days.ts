import { largeWebsite } from '../data-set/plan.js';
import { askedAt, type Case, nameOf } from '../questions/case.js';
import type { Goal } from '../questions/goal.js';
import { median } from '../questions/measure.js';
import { type BenchService, pathOf } from '../questions/service.js';

const FEW_DAYS = 36;

/** Ten times the days of the same website, unfiltered, turn by turn. */
export async function ownDaysGoals(
  endpoints: readonly Case['endpoint'][],
  service: BenchService,
  turns: number,
): Promise<readonly Goal[]> {
  const ratios: Pick<Goal, 'value' | 'worst'>[] = [];
  for (const endpoint of endpoints) {
    const ofDays = (days: number): Case => ({ endpoint, days, filters: [], limit: 10, zone: 'UTC' });
    const times: [number[], number[]] = [[], []];
    for (let turn = 0; turn <= turns; turn += 1) {
      for (const [index, days] of [FEW_DAYS, 10 * FEW_DAYS].entries()) {
        service.watched.take();
        await service.get(pathOf(askedAt(ofDays(days), largeWebsite.id, turn)));
        const { milliseconds } = service.watched.take();
        if (turn > 0) times[index]?.push(milliseconds);
      }
    }
    const value = Math.round((median(times[1]) / median(times[0])) * 100) / 100;
    ratios.push({ value, worst: nameOf(ofDays(10 * FEW_DAYS)) });
  }
  const [worst] = ratios.sort((a, b) => b.value - a.value);
  return worst === undefined ? [] : [{ what: 'ten times its own days', ...worst, atMost: 4 }];
}

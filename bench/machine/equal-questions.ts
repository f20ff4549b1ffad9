import { largeWebsite } from '../data-set/plan.js';
import { askedAt, type Case } from '../questions/case.js';
import type { Goal } from '../questions/goal.js';
import { median } from '../questions/measure.js';
import { type BenchService, pathOf } from '../questions/service.js';

const AT_ONCE = 20;
const TURNS = 10;

const asked: Case = { endpoint: 'pages', days: 30, filters: ['browser'], limit: 10, zone: 'UTC' };

/** The time until all are answered who look at the same figures at once, of that of one; others are looked at each time. */
export async function equalQuestionsGoals(service: BenchService): Promise<readonly Goal[]> {
  const times: [alone: number[], together: number[]] = [[], []];
  for (let turn = 0; turn < 2 * TURNS; turn += 1) {
    const path = pathOf(askedAt(asked, largeWebsite.id, turn));
    const began = performance.now();
    await Promise.all(Array.from({ length: turn % 2 === 0 ? 1 : AT_ONCE }, () => service.get(path)));
    times[turn % 2]?.push(performance.now() - began);
  }
  const value = Math.round((median(times[1]) / median(times[0])) * 10) / 10;
  return [{ what: `${AT_ONCE} equal questions at once, of one`, value }];
}

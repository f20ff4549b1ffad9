import { largeWebsite } from '../data-set/plan.js';
import { type Case, nameOf } from './case.js';
import type { Goal } from './goal.js';
import { ownTimes } from './own-time.js';
import type { BenchService } from './service.js';

const OTHERS = ['Asia/Kolkata', 'Asia/Kathmandu'] as const;

/** More than other questions have: the worst of many short ones is what counts, and a zone's are minutes from another's. */
const TURNS = 15;

/** Our own time in zones that are no whole hours away, over ours in UTC. Each zone has its rollups made anew first. */
export async function zoneGoals(cases: readonly Case[], service: BenchService): Promise<readonly Goal[]> {
  const times = () => ownTimes(cases, largeWebsite.id, service, TURNS);
  const inUtc = await times();
  const goals: Goal[] = [];
  for (const timezone of OTHERS) {
    await service.moveTo(timezone);
    const found = await times();
    const [worst] = cases
      .map((each, index) => ({ value: ratioOf(found[index], inUtc[index]), worst: nameOf(each) }))
      .sort((a, b) => b.value - a.value);
    if (worst !== undefined) goals.push({ what: `in ${timezone}, of ours in UTC`, ...worst, atMost: 1.3, aim: 1.1 });
  }
  return goals;
}

/** To hundredths. */
const ratioOf = (time = 0, other = 1): number => Math.round((time / other) * 100) / 100;

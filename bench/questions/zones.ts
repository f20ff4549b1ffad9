import { afterData } from '../data-set/after-data.js';
import { largeWebsite } from '../data-set/plan.js';
import { type Case, nameOf } from './case.js';
import type { Goal } from './goal.js';
import { ownTimes } from './own-time.js';
import type { BenchService } from './service.js';

const ZONES = ['UTC', 'Asia/Kolkata', 'Asia/Kathmandu'] as const;

/** More than other questions have: the worst of many short ones is what counts, and a zone's are minutes from another's. */
const TURNS = 15;

/** Our own time in zones that are no whole hours away, over ours in UTC. Each zone has its rollups made anew first. */
export async function zoneGoals(cases: readonly Case[], service: BenchService): Promise<readonly Goal[]> {
  const timesIn = new Map<string, readonly number[]>();
  for (const zone of ZONES) {
    await moveTo(zone, service);
    timesIn.set(zone, await ownTimes(cases, largeWebsite.id, service, TURNS));
  }
  await moveTo('UTC', service);
  return ZONES.slice(1).flatMap((zone) => {
    const [worst] = cases
      .map((each, index) => ({
        value: Math.round(((timesIn.get(zone)?.[index] ?? 0) / (timesIn.get('UTC')?.[index] ?? 1)) * 100) / 100,
        worst: nameOf(each),
      }))
      .sort((a, b) => b.value - a.value);
    return worst === undefined ? [] : [{ what: `in ${zone}, of ours in UTC`, ...worst, atMost: 1.3, aim: 1.1 }];
  });
}

async function moveTo(timezone: string, service: BenchService): Promise<void> {
  await service.json(`/websites/${largeWebsite.id}`, 'PATCH', { timezone });
  await service.rollUp();
  await afterData(service.engines);
}

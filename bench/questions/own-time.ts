import { askedAt, type Case } from './case.js';
import { median } from './measure.js';
import { type BenchService, pathOf } from './service.js';

/** Median milliseconds in which the engine answers the service for a website, after a turn that is not counted. */
export async function ownTime(each: Case, websiteId: string, service: BenchService, turns: number): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn <= turns; turn += 1) {
    service.watched.take();
    await service.get(pathOf(askedAt(each, websiteId, turn)));
    const { milliseconds } = service.watched.take();
    if (turn > 0) times.push(milliseconds);
  }
  return median(times);
}

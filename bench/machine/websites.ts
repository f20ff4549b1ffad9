import type { Goal } from '../questions/goal.js';
import { median } from '../questions/measure.js';
import type { BenchService } from '../questions/service.js';
import { bareCall } from './bare-call.js';

/** Many, as of the bare call: the first ones find a process that has just begun. */
const CALLS = 50;

/** The list of all websites with their last day: one statement however many there are. */
export async function websitesGoals(service: BenchService): Promise<readonly Goal[]> {
  const times: number[] = [];
  let statements = 0;
  const bare = await bareCall(service);
  for (let call = 0; call < CALLS; call += 1) {
    service.watched.take();
    times.push(await service.get('/websites'));
    statements = service.watched.take().statements.length;
  }
  const value = Math.round((median(times) / bare) * 10) / 10;
  return [
    { what: 'GET /websites with 301 websites, statements', value: statements, atMost: 1 },
    { what: 'GET /websites with 301 websites, of a bare SELECT 1', value, atMost: 20 },
  ];
}

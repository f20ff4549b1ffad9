import { z } from 'zod';
import { trusted } from '../../src/clickhouse/sql.js';
import { askedAt, type Case } from './case.js';
import { median } from './measure.js';
import { type BenchService, pathOf } from './service.js';

/** The same work whatever the data, for as many threads as a question has. */
const YARDSTICK = trusted('SELECT sum(cityHash64(number)) AS sum FROM numbers_mt(20000000)');

const row = z.object({ sum: z.string() });

/**
 * How long the engine takes to answer the service for a website, in yardsticks asked beside each question: what is minutes
 * apart can be compared, though the machine has become slower meanwhile. The median after a turn that is not counted.
 */
export async function ownTime(each: Case, websiteId: string, service: BenchService, turns: number): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn <= turns; turn += 1) {
    const yardstick = await yardstickTime(service);
    service.watched.take();
    await service.get(pathOf(askedAt(each, websiteId, turn)));
    const { milliseconds } = service.watched.take();
    if (turn > 0) times.push(milliseconds / yardstick);
  }
  return median(times);
}

async function yardstickTime({ engines }: BenchService): Promise<number> {
  const began = performance.now();
  await engines.clickhouse.query({ name: 'bench/yardstick', sql: YARDSTICK, row });
  return performance.now() - began;
}

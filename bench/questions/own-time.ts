import { z } from 'zod';
import { trusted } from '../../src/clickhouse/sql.js';
import { askedAt, type Case } from './case.js';
import { median } from './measure.js';
import { type BenchService, pathOf } from './service.js';

/** The same work whatever the data, for as many threads as a question has. */
const YARDSTICK = trusted('SELECT sum(cityHash64(number)) AS sum FROM numbers_mt(20000000)');

const row = z.object({ sum: z.string() });

/**
 * How long the engine takes to answer the service each case for a website, in hundredths of a yardstick asked beside each
 * question: what is minutes apart can be compared, though the machine has become slower meanwhile. Medians after a turn that is
 * not counted. All cases take a turn before the next one begins: what the machine does beside for a second is then one turn of
 * many, not all turns of one.
 */
export async function ownTimes(
  cases: readonly Case[],
  websiteId: string,
  service: BenchService,
  turns: number,
): Promise<readonly number[]> {
  const times = cases.map((): number[] => []);
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const [index, each] of cases.entries()) {
      const yardstick = await yardstickTime(service);
      service.watched.take();
      await service.get(pathOf(askedAt(each, websiteId, turn)));
      const { milliseconds } = service.watched.take();
      if (turn > 0) times[index]?.push((100 * milliseconds) / yardstick);
    }
  }
  return times.map(median);
}

async function yardstickTime({ engines }: BenchService): Promise<number> {
  const began = performance.now();
  await engines.clickhouse.query({ name: 'bench/yardstick', sql: YARDSTICK, row });
  return performance.now() - began;
}

import { DropCounter } from '../../collect/drop-counter.js';
import type { DropCount } from '../../collect/event.js';
import { isDerived } from '../../collect/steps/visitor.js';
import { localDayStarts } from '../../time/index.js';
import type { ImportResult } from '../import-repository.js';
import { Slice } from '../slice.js';
import type { Staging } from '../staging.js';
import { writeBehind } from '../write-behind.js';
import { type LineContext, readLine } from './line.js';
import { readLines } from './lines.js';
import { RejectedLines } from './rejected-lines.js';

export interface Staged {
  readonly result: ImportResult;
  readonly hasDerivedVisitors: boolean;
  /** Of events that are imported without a part of them. By local day, so that their number is bounded. */
  readonly lacking: readonly DropCount[];
}

/**
 * Reads the lines of a body and stages their events.
 *
 * @param check throws when the import must stop
 * @throws AppError `invalid` for a body that cannot be read, or whose lines are mostly not valid
 */
export const stageLines = (
  body: AsyncIterable<Uint8Array>,
  context: LineContext,
  staging: Staging,
  check: () => void,
): Promise<Staged> =>
  writeBehind(async (start) => {
    const rejected = new RejectedLines();
    const lacking = new DropCounter();
    const { id: websiteId, timezone } = context.website;
    const startOfDay = localDayStarts(timezone);
    const slice = new Slice();
    let bytes = 0;
    let imported = 0;
    let hasDerivedVisitors = false;
    for await (const batch of readLines(body)) {
      bytes += batch.bytes;
      for (const { number, text } of batch.lines) {
        const read = text === undefined ? { message: 'is too long' } : readLine(text, context);
        if ('kept' in read) {
          const { kept, lacks } = read;
          imported += 1;
          hasDerivedVisitors ||= isDerived(kept.visitorId);
          for (const reason of lacks) lacking.add(websiteId, reason, startOfDay(kept.time));
          staging.add(kept);
        } else rejected.add(number, read.message);
        if (staging.isFull) await start(() => staging.write());
        if (!slice.isOver) continue;
        await slice.next();
        check();
      }
      rejected.check(imported, bytes);
      check();
    }
    await start(() => staging.write());
    return { result: { imported, ...rejected.result }, hasDerivedVisitors, lacking: lacking.take() };
  });

import { isDerived } from '../../collect/steps/visitor.js';
import { Slice } from '../slice.js';
import type { Staging } from '../staging.js';
import { writeBehind } from '../write-behind.js';
import type { ImportResult } from './import-repository.js';
import { type LineContext, readLine } from './line.js';
import { readLines } from './lines.js';
import { RejectedLines } from './rejected-lines.js';

export interface Staged {
  readonly result: ImportResult;
  readonly hasDerivedVisitors: boolean;
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
    const slice = new Slice();
    let bytes = 0;
    let imported = 0;
    let hasDerivedVisitors = false;
    for await (const batch of readLines(body)) {
      bytes += batch.bytes;
      for (const { number, text } of batch.lines) {
        const read = text === undefined ? { message: 'is too long' } : readLine(text, context);
        if ('event' in read) {
          imported += 1;
          hasDerivedVisitors ||= isDerived(read.event.visitorId);
          staging.add(read.event);
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
    return { result: { imported, ...rejected.result }, hasDerivedVisitors };
  });

import type { ClickHouse } from '../clickhouse/clickhouse.js';
import type { TrackedEvent } from '../collect/event.js';
import { encodeRow, eventColumns } from '../collect/sessions/row.js';
import { type Session, step } from '../collect/sessions/session.js';
import { GrowingBuffer } from '../lib/growing-buffer.js';
import { Slice } from './slice.js';
import { writeBehind } from './write-behind.js';

/** A block is held in memory, so long rows are limited by bytes. */
const ROWS_A_BLOCK = 20_000;
const BYTES_A_BLOCK = 16_000_000;

/**
 * As if the events had just arrived. They must come by visitor and time.
 *
 * @param check throws when the import must stop: its website was deleted or its client has disconnected
 */
export const fold = (
  clickhouse: ClickHouse,
  events: AsyncIterable<readonly TrackedEvent[]>,
  { importId, accountId }: { readonly importId: string; readonly accountId: string },
  check: () => void,
): Promise<void> =>
  writeBehind(async (start) => {
    let visitorId: string | undefined;
    let session: Session | undefined;
    let block = 0;
    let rows = new GrowingBuffer();
    let count = 0;
    const slice = new Slice();
    const origin = { accountId, importId, countedIn: 0 };
    const insert = async () => {
      check();
      const [body, token] = [rows.bytes(), `${importId}-${block}`];
      block += 1;
      rows = new GrowingBuffer();
      count = 0;
      await start(() => clickhouse.insert({ table: 'events', columns: eventColumns, body, token }));
    };
    for await (const read of events) {
      for (const event of read) {
        if (event.visitorId !== visitorId) session = undefined;
        visitorId = event.visitorId;
        const stepped = step(session, event);
        if (stepped === undefined) continue;
        session = stepped[0];
        rows.write(encodeRow({ event, session, contribution: stepped[1], origin }));
        count += 1;
        if (count === ROWS_A_BLOCK || rows.length >= BYTES_A_BLOCK) await insert();
        if (!slice.isOver) continue;
        await slice.next();
        check();
      }
    }
    await insert();
  });

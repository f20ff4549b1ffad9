import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { GrowingBuffer } from '../growing-buffer.js';
import { eventColumns, rowOf } from '../sessions/row.js';
import { type Session, step } from '../sessions/session.js';
import { oneBehind } from './one-behind.js';
import { type Staged, stagedAfter } from './staging.js';

const EVENTS_A_BLOCK = 10_000;

export interface FoldParts {
  readonly clickhouse: ClickHouse;
  readonly importId: string;
  readonly accountId: string;
  /** Throws when the import must not go on, as when its website was deleted. */
  readonly check: () => void;
}

/** Gives the staged events their sessions, in order, as if they had just come in, and inserts them. */
export const fold = ({ clickhouse, importId, accountId, check }: FoldParts): Promise<void> =>
  oneBehind(async (start) => {
    let last: Staged | undefined;
    let session: Session | undefined;
    for (let block = 0; ; block += 1) {
      const staged = await stagedAfter(clickhouse, importId, last, EVENTS_A_BLOCK);
      if (staged.length === 0) return;
      const rows = new GrowingBuffer();
      for (const next of staged) {
        const { event } = next;
        const stepped = step(event.visitorId === last?.event.visitorId ? session : undefined, event);
        last = next;
        if (stepped === undefined) continue;
        session = stepped[0];
        rows.write(rowOf({ event, session, contribution: stepped[1], origin: { accountId, importId } }));
      }
      check();
      await start(() =>
        clickhouse.insert({
          table: 'events',
          columns: eventColumns,
          body: rows.bytes(),
          token: `${importId}-${block}`,
        }),
      );
    }
  });

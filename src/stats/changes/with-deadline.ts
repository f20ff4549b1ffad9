import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { AppError } from '../../lib/errors.js';

const DEADLINE_MS = 25_000;

/** Returns a client whose queries must all be done some seconds from now. Beyond, they throw AppError `unavailable`. */
export function withDeadline(clickhouse: ClickHouse, milliseconds = DEADLINE_MS): ClickHouse {
  const deadline = AbortSignal.timeout(milliseconds);
  const passed = new Promise<never>((_, reject) => {
    const refuse = () => reject(new AppError('unavailable', ['It took longer than it may: choose a shorter range']));
    deadline.addEventListener('abort', refuse, { once: true });
  });
  // Nothing may wait for it when it passes.
  passed.catch(() => undefined);
  return {
    ...clickhouse,
    query: (query) => {
      const signal = query.signal === undefined ? deadline : AbortSignal.any([deadline, query.signal]);
      return Promise.race([clickhouse.query({ ...query, signal }), passed]);
    },
  };
}

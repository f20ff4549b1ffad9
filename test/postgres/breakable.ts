import type { Postgres } from '../../src/postgres/postgres.js';

/** PostgreSQL whose questions fail while it is `broken`. */
export function breakable(real: Postgres): { broken: boolean; postgres: Postgres } {
  const flaky = {
    broken: false,
    postgres: {
      ...real,
      get db() {
        if (flaky.broken) throw new Error('away');
        return real.db;
      },
    },
  };
  return flaky;
}

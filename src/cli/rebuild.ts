import { rebuildVisitors } from '../clickhouse/rebuild-visitors.js';
import type { Engines } from '../engines.js';
import { invalid } from '../errors.js';
import { Rollups } from '../rollups/rollups.js';
import { LiveWebsites } from '../websites/live.js';
import { administration } from './administration.js';
import { configuration } from './configuration.js';
import { websiteOf } from './website-of.js';
import { withEngines } from './with-engines.js';

export const rebuild = administration({
  name: 'rebuild',
  description: 'Make the tables that are derived from the events anew',
  args: {
    website: { type: 'string', description: 'Of one website alone: its ID, or its domain' },
    month: { type: 'string', description: 'The rollups from this month on alone, such as 2026-03' },
  },
  run: ({ website, month }) => {
    if (month !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw invalid('--month: must be as in 2026-03');
    const config = configuration();
    return withEngines(config, async (engines) => {
      const { clickhouse, postgres } = engines;
      const websiteId = website === undefined ? undefined : (await websiteOf(postgres.db, website)).id;
      const visitors = await rebuildVisitors(clickhouse, websiteId);
      // Nobody else reads an embedded engine while this process holds it.
      const graceMs = config.clickhouse.url === undefined ? { graceMs: 0 } : {};
      const websites = await withRollups(engines, graceMs, (rollups) => rollups.rebuild({ websiteId, month }));
      return {
        data: {
          rebuilt: [
            { table: 'visitors', rows: visitors },
            { table: 'rollups', websites: websites ?? 0 },
          ],
          kept: ['usage'],
        },
        lines: [
          `visitors: made anew, ${visitors.toLocaleString('en')} first visits`,
          websites === undefined
            ? 'rollups: another process makes them at this moment; try again later'
            : `rollups: made anew for ${websites.toLocaleString('en')} large websites`,
          'usage: kept as it is, for it also counts websites whose events were deleted with them',
        ],
      };
    });
  },
});

async function withRollups<T>(
  { clickhouse, postgres }: Engines,
  settings: { readonly graceMs?: number },
  task: (rollups: Rollups) => Promise<T>,
): Promise<T> {
  const fail = (error: unknown): never => {
    throw error;
  };
  const live = await LiveWebsites.open(postgres, () => undefined);
  try {
    const rollups = await Rollups.open({
      clickhouse,
      zoneOf: (id) => live.byId(id)?.timezone,
      now: Date.now,
      exclusively: postgres.exclusively,
      log: fail,
      ...settings,
    });
    return await task(rollups);
  } finally {
    await live.close();
  }
}

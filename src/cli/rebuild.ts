import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { millisecondsInHour } from 'date-fns/constants';
import { rebuildDerivedTables } from '../clickhouse/derived-tables.js';
import { unlessGone } from '../clickhouse/folders.js';
import { forgetCounts } from '../daily-visitors/recount.js';
import { countVisitors } from '../history/recounts.js';
import type { RunChange } from '../history/website-changes.js';
import { AppError } from '../lib/errors.js';
import { QUARTER_MS } from '../time/index.js';
import { endCounts } from '../websites/count.js';
import { websiteLockName } from '../websites/website.js';
import { administration } from './administration.js';
import { configuration } from './configuration.js';
import { findWebsiteByIdOrDomain } from './find-website.js';
import { withEngines } from './with-engines.js';

export const rebuild = administration({
  name: 'rebuild',
  description: 'Rebuild visits, sessions and daily visitor counts from the stored events',
  args: {
    website: { type: 'string', description: 'ID or domain of one website (default: all websites)' },
  },
  run: ({ website }) => {
    const config = configuration();
    return withEngines(config, async ({ clickhouse, postgres }) => {
      if (config.clickhouse.url === undefined) await requireNoBlocks(config.dataDir);
      const websiteId = website === undefined ? undefined : (await findWebsiteByIdOrDomain(postgres.db, website)).id;
      // Only this process writes to an embedded engine. Other processes may write this hour's events to a server.
      const hourAgo = Date.now() - millisecondsInHour;
      const before = config.clickhouse.url === undefined ? undefined : hourAgo - (hourAgo % QUARTER_MS);
      const store = { db: postgres.db, refresh: async () => undefined };
      const quiet: RunChange = (id, task) => postgres.withNamedLock(websiteLockName(id), task);
      const alone = <T>(id: string, task: () => Promise<T>) =>
        quiet(id, async () => {
          await endCounts(store, [id]);
          return task();
        });
      const rebuilt = await rebuildDerivedTables({ clickhouse, websiteId, before, alone });
      let left = 0;
      for (const id of rebuilt) {
        const count = await countVisitors({ clickhouse, postgres }, store, quiet, id);
        if (count === undefined) left += 1;
        // A query on a server may still be reading former counts.
        else if (config.clickhouse.url === undefined) await forgetCounts(clickhouse, id, count);
      }
      const websites = rebuilt.length;
      return {
        data: { rebuilt: ['visits', 'sessions', 'daily_visitors'], websites, kept: ['usage'] },
        lines: [
          `visits, sessions, daily_visitors: rebuilt from the events of ${websites.toLocaleString('en')} websites`,
          ...(left === 0
            ? []
            : [`daily_visitors of ${left.toLocaleString('en')} of them: will be rebuilt by the running service`]),
          'usage: unchanged, because it also includes deleted websites',
        ],
      };
    });
  },
});

/**
 * Throws AppError while a block waits: half of it may be stored, and its visits would count twice when it is repeated.
 */
async function requireNoBlocks(dataDir: string): Promise<void> {
  const names = (await unlessGone(() => readdir(join(dataDir, 'blocks')))) ?? [];
  if (!names.some((name) => name.endsWith('.block'))) return;
  throw new AppError('conflict', [
    'events wait in DATA_DIR/blocks: start the service, stop it when they are gone, and run rebuild then. If they stay, its log says why',
  ]);
}

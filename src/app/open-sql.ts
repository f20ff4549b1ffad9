import { BiClient } from '../sql/bi-client.js';
import { renewBiViews, updateBiViews } from '../sql/bi-views.js';
import { openReader } from '../sql/open-reader.js';
import { MAX_READER_WEBSITES } from '../sql/reader-settings.js';
import type { AppContext } from './context.js';
import { type OpenWebsites, untilStop } from './open-websites.js';

/** User SQL runs in processes that can be killed, or on a ClickHouse server. */
export async function openUserSql(context: AppContext, { cache, mirror }: OpenWebsites): Promise<BiClient> {
  const { config, clickhouse, resources, warn } = context;
  const reader = await openReader(context);
  resources.add('the SQL runner', () => reader.close());
  // The dashboard lists the columns of the embedded engine's views. A server gets views and a user for them only when
  // someone uses SQL. Existing views are updated, because BI tools read them, and those of an earlier version may show
  // values of other accounts.
  const { url, cluster } = config.clickhouse;
  const makeViews = () => (url === undefined ? renewBiViews(clickhouse) : updateBiViews(clickhouse, cluster));
  const failed = 'the views for BI tools are not those of this version yet: retrying';
  await makeViews().catch((error: unknown) => {
    warn(failed)(error);
    untilStop(context, failed)(makeViews);
  });
  return new BiClient(context, reader, async (accountId, only) => {
    await mirror.settled();
    return cache.ofAccount(accountId, { limit: MAX_READER_WEBSITES + 1, only }).map(({ id }) => id);
  });
}

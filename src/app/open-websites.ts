import { type InstallationKeys, visitorKeys } from '../collect/visitors/visitor-keys.js';
import { Mutex } from '../lib/mutex.js';
import { retryUntilSuccess } from '../lib/retry.js';
import { endCounts } from '../websites/count.js';
import type { WebsiteStore } from '../websites/website.js';
import { WebsiteCache } from '../websites/website-cache.js';
import { WebsiteMirror } from '../websites/website-mirror.js';
import type { AppContext } from './context.js';

/** In PostgreSQL, in memory, and in ClickHouse. */
export interface OpenWebsites {
  readonly store: WebsiteStore;
  readonly cache: WebsiteCache;
  readonly mirror: WebsiteMirror;
  /** Visitor keys, which are needed once there is a website. */
  readonly keys: InstallationKeys;
}

export async function openWebsites(context: AppContext): Promise<OpenWebsites> {
  const { config, installation, postgres, db, resources, warn } = context;
  const keys = visitorKeys(context, config.visitorIdRotation);
  resources.add('the visitor keys', () => keys.close());
  if (installation.hadAccounts) await keys.open();

  const retryUntilStop = untilStop(context, 'counts that lack events of this process could not be ended yet: retrying');
  const cache = await WebsiteCache.open(
    postgres,
    warn('websites could not be loaded'),
    (ids) => retryUntilStop(() => endCounts(store, ids)),
    keys.open,
  );
  resources.add('the websites', () => cache.close());
  const mirror = new WebsiteMirror(context);
  resources.add('the websites in ClickHouse', () => mirror.close());
  const store: WebsiteStore = {
    db,
    refresh: async (id) => {
      await cache.refresh(id);
      void mirror.refresh();
    },
  };
  return { store, cache, mirror, keys };
}

/** Repeats each task until it succeeds or the service stops, one task after the other. */
export function untilStop({ resources, warn }: AppContext, failed: string) {
  const stopping = new AbortController();
  const tasks = new Mutex();
  resources.add('retries', () => {
    stopping.abort();
    return tasks.run(async () => undefined);
  });
  const log = warn(failed);
  return (task: () => Promise<void>): void => {
    tasks.run(() => retryUntilSuccess(task, { isNeeded: () => true, stopping: stopping.signal, log })).catch(log);
  };
}

import { figures, load } from './content.js';
import { loadDeferred } from './deferred.js';
import { sayStale } from './stale.js';

const INTERVAL_MS = 30_000;
/** The minimum time between refreshes when windows are switched often. */
const MIN_MS = 3_000;

/** Refreshes the figures while the page is visible: all of them as long as they may change, and always the deferred sections. */
export function keepFresh(): void {
  let last = Date.now();
  const refresh = async (): Promise<void> => {
    const root = figures();
    // A request in progress brings newer data.
    if (document.hidden || root?.ariaBusy === 'true' || Date.now() - last < MIN_MS) return;
    last = Date.now();
    if (!root?.dataset.live) return loadDeferred();
    try {
      await load(location.href.replace(/#.*/, ''));
    } catch (error) {
      // The old figures stay, marked as old; the next refresh may succeed.
      sayStale(error);
    }
  };
  setInterval(() => void refresh(), INTERVAL_MS);
  addEventListener('focus', () => void refresh());
  addEventListener('online', () => void refresh());
  document.addEventListener('visibilitychange', () => void refresh());
}

import { addressHere, figures, load } from './content.js';
import { loadDeferred } from './deferred.js';
import { sayStale } from './stale.js';

const INTERVAL_MS = 30_000;
/** Minimum time between refreshes when windows are switched often. */
const MIN_MS = 3_000;

/**
 * Refreshes a visible page: the figures while they may change, and when the day changes; the deferred sections always.
 * One refresh ends before the next begins.
 */
export function keepFresh(): void {
  let last = Date.now();
  let isRefreshing = false;
  const refresh = async (): Promise<void> => {
    // A request in progress brings newer data.
    if (document.hidden || isBusy() || isRefreshing || Date.now() - last < MIN_MS) return;
    last = Date.now();
    isRefreshing = true;
    try {
      const isOld = figures()?.dataset.live || (await loadDeferred());
      if (isOld && !isBusy()) await load(addressHere());
    } catch (error) {
      // The figures stay, marked as outdated; the next refresh may succeed.
      sayStale(error);
    } finally {
      isRefreshing = false;
    }
  };
  setInterval(() => void refresh(), INTERVAL_MS);
  addEventListener('focus', () => void refresh());
  addEventListener('online', () => void refresh());
  document.addEventListener('visibilitychange', () => void refresh());
}

const isBusy = (): boolean => figures()?.ariaBusy === 'true';

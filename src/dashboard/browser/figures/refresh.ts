import { figures, load } from './content.js';
import { NoFigures, sayStale } from './stale.js';

const INTERVAL_MS = 30_000;
/** Windows that come and go ask no more often than this. */
const MIN_MS = 3_000;

/** Reads the figures again while somebody can see them, as long as any of them may change. */
export function keepFresh(): void {
  let last = Date.now();
  const refresh = async (): Promise<void> => {
    const root = figures();
    // What is being asked for already is newer.
    if (document.hidden || !root?.dataset.live || root.ariaBusy === 'true' || Date.now() - last < MIN_MS) return;
    last = Date.now();
    try {
      await load(location.href.replace(/#.*/, ''));
    } catch (error) {
      // What is shown stays, and says that it is old; the next time may be better.
      sayStale(error instanceof NoFigures ? error : undefined);
    }
  };
  setInterval(() => void refresh(), INTERVAL_MS);
  addEventListener('focus', () => void refresh());
  document.addEventListener('visibilitychange', () => void refresh());
}

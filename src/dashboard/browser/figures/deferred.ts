import { figures, parse, request } from './content.js';
import { morphChildren } from './morph.js';
import { ConnectionLost, NoFigures, sayFresh, sayStale } from './stale.js';

let running: AbortController | undefined;

/**
 * Loads the deferred sections into their places: the visitors now each time, others when they may have changed. Returns whether
 * it is another day than that of the figures: then yesterday is another day, too.
 */
export async function loadDeferred(): Promise<boolean> {
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  const places = [...document.querySelectorAll<HTMLElement>('[data-deferred]')];
  if (places.length === 0) return false;
  try {
    const days = await Promise.all(places.map((place) => loadInto(place, signal)));
    if (signal.aborted) return false;
    sayFresh();
    return days.some((day) => day !== undefined && day !== figures()?.dataset.today);
  } catch (error) {
    // What was loaded before stays. A section that the server could not make says nothing of the figures.
    if (!signal.aborted && (error instanceof NoFigures || error instanceof ConnectionLost)) sayStale(error);
    return false;
  }
}

/** Returns the day in the website's time zone, unless there is nothing to load. */
async function loadInto(place: HTMLElement, signal: AbortSignal): Promise<string | undefined> {
  const { deferred: address = '', loaded, live } = place.dataset;
  if (!live && loaded === address) return undefined;
  const { text } = await request(address, signal);
  if (signal.aborted) return undefined;
  const section = parse(text).getElementById('section');
  if (!section) throw new Error('no section');
  morphChildren(place, section);
  place.dataset.loaded = address;
  return section.dataset.today;
}

import { figures, load, parse, request } from './content.js';
import { morphChildren } from './morph.js';
import { sayFresh, sayStale } from './stale.js';

let running: AbortController | undefined;

/**
 * Loads the deferred sections into their places: the visitors now each time, others when they may have changed. After midnight,
 * loads the figures again: yesterday is another day.
 */
export async function loadDeferred(): Promise<void> {
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  const places = [...document.querySelectorAll<HTMLElement>('[data-deferred]')];
  if (places.length === 0) return;
  try {
    const days = await Promise.all(places.map((place) => loadInto(place, signal)));
    if (signal.aborted) return;
    sayFresh();
    const { today } = figures()?.dataset ?? {};
    if (days.some((day) => day !== undefined && day !== today)) await load(location.href.replace(/#.*/, ''));
  } catch (error) {
    // What was loaded before stays.
    if (!signal.aborted) sayStale(error);
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

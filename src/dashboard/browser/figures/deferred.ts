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
  const found = await Promise.allSettled(places.map((place) => loadInto(place, signal)));
  if (signal.aborted) return false;
  // What was loaded before stays. A failure of excluded traffic alone says nothing of the figures.
  const failed = found.find((each, index) => each.status === 'rejected' && isGrave(each.reason, places[index]!));
  if (failed?.status === 'rejected') sayStale(failed.reason);
  else sayFresh();
  const { today } = figures()?.dataset ?? {};
  return found.some((each) => each.status === 'fulfilled' && each.value !== undefined && each.value !== today);
}

/** Returns whether an error says that the page is old, too: the server is away or refuses it, or the visitors now are missing. */
const isGrave = (error: unknown, place: HTMLElement): boolean =>
  place.dataset.id === 'now' || error instanceof NoFigures || error instanceof ConnectionLost;

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

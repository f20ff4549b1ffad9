import { figures, parse, request } from './content.js';
import { morphChildren } from './morph.js';
import { ConnectionLost, NoFigures, sayFresh, sayStale } from './stale.js';

let running: AbortController | undefined;

/**
 * Loads the deferred sections: current visitors each time, others when they may have changed. Returns whether the day
 * has changed since the figures were loaded, which also changes ranges such as yesterday.
 */
export async function loadDeferred(): Promise<boolean> {
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  const places = [...document.querySelectorAll<HTMLElement>('[data-deferred]')];
  if (places.length === 0) return false;
  const found = await Promise.allSettled(places.map((place) => loadInto(place, signal)));
  if (signal.aborted) return false;
  // Loaded content stays. A failure of the excluded traffic alone says nothing about the figures.
  const failed = found.find((each, index) => each.status === 'rejected' && isGrave(each.reason, places[index]!));
  if (failed?.status === 'rejected') sayStale(failed.reason);
  else sayFresh();
  const { today } = figures()?.dataset ?? {};
  return found.some((each) => each.status === 'fulfilled' && each.value !== undefined && each.value !== today);
}

/**
 * Whether the error means that the whole page is outdated: the server is unavailable or refuses it, or the current
 * visitors are missing.
 */
const isGrave = (error: unknown, place: HTMLElement): boolean =>
  place.dataset.id === 'now' || error instanceof NoFigures || error instanceof ConnectionLost;

/** Returns the day in the website's time zone; undefined when there is nothing to load. */
async function loadInto(place: HTMLElement, signal: AbortSignal): Promise<string | undefined> {
  const { deferred: address = '', loaded, live } = place.dataset;
  const key = `${figures()?.dataset.today} ${address}`;
  if (!live && loaded === key) return undefined;
  // Until it has come: the content may be gone already, and its address may be chosen again.
  delete place.dataset.loaded;
  const { text } = await request(address, signal);
  if (signal.aborted) return undefined;
  const section = parse(text).getElementById('section');
  if (!section) throw new Error('no section');
  morphChildren(place, section);
  place.dataset.loaded = key;
  return section.dataset.today;
}

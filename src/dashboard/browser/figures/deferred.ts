import { parse, request } from './content.js';
import { morphChildren } from './morph.js';
import { sayFailure, sayFresh } from './stale.js';

/** Loads the parts that follow the page into their places: the visitors now each time, others when they may have changed. */
export async function loadLater(): Promise<void> {
  const places = [...document.querySelectorAll<HTMLElement>('[data-later]')];
  if (places.length === 0) return;
  try {
    await Promise.all(places.map(loadInto));
    sayFresh();
  } catch (error) {
    // What was loaded before stays.
    sayFailure(error);
  }
}

async function loadInto(place: HTMLElement): Promise<void> {
  const { later: address = '', loaded, live } = place.dataset;
  if (!live && loaded === address) return;
  const { text } = await request(address);
  const part = parse(text).getElementById('part');
  if (!part) throw new Error('no part');
  // Another range may have been chosen meanwhile.
  if (place.dataset.later !== address) return;
  morphChildren(place, part);
  place.dataset.loaded = address;
}

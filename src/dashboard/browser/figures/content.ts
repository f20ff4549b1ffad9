import { morph } from './morph.js';
import { NoFigures, sayFresh } from './stale.js';

const FRAGMENT = { 'X-Footfall-Fragment': '1' };

/** What the server last said, to know whether there is anything new. */
let lastText = '';
let running: AbortController | undefined;

/** The element that holds everything that changes. */
export const figures = (): HTMLElement | null => document.getElementById('figures');

/** Called after the content has changed. */
const listeners: (() => void)[] = [];
export const whenChanged = (listener: () => void): void => void listeners.push(listener);

/**
 * Fetches what an address shows and puts it in place of what is shown. Gives the address that answered, or undefined when
 * something newer was asked for meanwhile. Throws when there is no such content: NoFigures where the server said so.
 */
export async function load(address: string): Promise<string | undefined> {
  running?.abort();
  const controller = new AbortController();
  running = controller;
  try {
    const response = await fetch(address, { headers: FRAGMENT, signal: controller.signal });
    const text = await response.text();
    if (controller.signal.aborted) return undefined;
    if (new URL(response.url).pathname === '/login') {
      throw new NoFigures('You are signed out.', { text: 'Sign in', address: response.url });
    }
    if (response.status === 403 || response.status === 404) {
      throw new NoFigures('This is not here any more.', { text: 'Look again', address: location.href });
    }
    put(text);
    return response.url;
  } catch (error) {
    if (controller.signal.aborted) return undefined;
    throw error;
  }
}

function put(text: string): void {
  const shown = figures();
  const wanted = new DOMParser().parseFromString(text, 'text/html').getElementById('figures');
  if (!shown || !wanted) throw new Error('no figures');
  shown.removeAttribute('aria-busy');
  sayFresh();
  if (text === lastText) return;
  lastText = text;
  morph(shown, wanted);
  for (const listener of listeners) listener();
}

import { morph } from './morph.js';
import { ConnectionLost, NoFigures, sayFresh } from './stale.js';

const FRAGMENT = { 'X-Footfall-Fragment': '1' };

/** The last content from the server, to detect changes. */
let lastText = '';
let running: AbortController | undefined;

/** Returns the element that holds all changing content. */
export const figures = (): HTMLElement | null => document.getElementById('figures');

/** Called after the content has changed. */
const listeners: (() => void)[] = [];
export const whenChanged = (listener: () => void): void => void listeners.push(listener);

/**
 * Fetches the content of an address and replaces the current one. Returns the final address, or undefined when a newer
 * request was made meanwhile. Throws when there is no content: NoFigures when the server said so, ConnectionLost when it is away.
 */
export async function load(address: string): Promise<string | undefined> {
  running?.abort();
  const controller = new AbortController();
  running = controller;
  try {
    const { response, text } = await request(address, controller.signal);
    if (controller.signal.aborted) return undefined;
    if (new URL(response.url).pathname === '/login') {
      throw new NoFigures('You are signed out.', { text: 'Sign in', address: response.url });
    }
    if (response.status === 403 || response.status === 404) {
      throw new NoFigures('This page is no longer available.', { text: 'Reload', address: location.href });
    }
    put(text);
    return response.url;
  } catch (error) {
    if (controller.signal.aborted) return undefined;
    throw error;
  }
}

async function request(address: string, signal: AbortSignal) {
  try {
    const response = await fetch(address, { headers: FRAGMENT, signal });
    return { response, text: await response.text() };
  } catch {
    throw new ConnectionLost();
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

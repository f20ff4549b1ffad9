import { t } from '../t.js';
import { morph } from './morph.js';
import { ConnectionLost, NoFigures, sayFresh } from './stale.js';

/** The server's own limits end a request sooner. */
const TIMEOUT_MS = 60_000;

const FRAGMENT = { 'X-Footfall-Fragment': '1' };

/** For detecting changes. */
let lastText = '';
let running: AbortController | undefined;

/** Without the fragment. */
export const addressHere = (): string => location.pathname + location.search;

/** Contains everything that changes. */
export const figures = (): HTMLElement | null => document.getElementById('figures');

const listeners: (() => void)[] = [];
export const whenLoaded = (listener: () => void): void => void listeners.push(listener);

/**
 * Replaces the figures by those of an address. Returns the final address, or undefined when a newer request was made
 * meanwhile. Throws NoFigures for an error of the server, ConnectionLost when it cannot be reached.
 */
export async function load(address: string): Promise<string | undefined> {
  running?.abort();
  const controller = new AbortController();
  running = controller;
  try {
    const { text, url } = await request(address, controller.signal);
    if (controller.signal.aborted) return undefined;
    put(text);
    return url;
  } catch (error) {
    if (controller.signal.aborted) return undefined;
    throw error;
  }
}

/** Throws NoFigures and ConnectionLost like `load`. */
export async function request(address: string, signal: AbortSignal) {
  const { response, text } = await fetchText(address, signal);
  if (new URL(response.url).pathname === '/login') {
    const next = encodeURIComponent(addressHere());
    throw new NoFigures(t('You are signed out.'), { text: t('Sign in'), address: `/login?next=${next}` });
  }
  if (response.status === 403 || response.status === 404) {
    throw new NoFigures(t('This page is no longer available.'), { text: t('Reload'), address: location.href });
  }
  return { text, url: response.url };
}

async function fetchText(address: string, signal: AbortSignal) {
  try {
    const response = await fetch(address, {
      headers: FRAGMENT,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    return { response, text: await response.text() };
  } catch {
    throw new ConnectionLost();
  }
}

export const parse = (text: string): Document => new DOMParser().parseFromString(text, 'text/html');

function put(text: string): void {
  const shown = figures();
  const wanted = parse(text).getElementById('figures');
  if (!shown || !wanted) throw new Error('no figures');
  shown.removeAttribute('aria-busy');
  sayFresh();
  if (text !== lastText) morph(shown, wanted);
  lastText = text;
  for (const listener of listeners) listener();
}

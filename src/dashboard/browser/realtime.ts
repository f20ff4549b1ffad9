import { addressHere, figures, parse, request } from './figures/content.js';
import { morph } from './figures/morph.js';
import { NoFigures, sayFresh, sayStale } from './figures/stale.js';
import { t } from './t.js';

/** Without a stream, the figures are loaded this often, and the stream is tried again. */
const RETRY_MS = 10_000;
/** The server sends something every 15 seconds. A lost connection may not be noticed otherwise. */
const MAX_SILENCE_MS = 40_000;

const pause = document.getElementById('pause') as HTMLButtonElement;

let stream: EventSource | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let isPaused = false;
let isLoading = false;
let hasChanged = false;
let hasHeld = false;
/** The figures that were loaded last, and may not be shown completely. */
let latest = figures() as Element;

pause.hidden = false;
pause.addEventListener('click', () => {
  isPaused = !isPaused;
  pause.textContent = isPaused ? t('Resume') : t('Pause');
  listen();
});
document.addEventListener('visibilitychange', listen);
for (const left of ['pointerout', 'focusout']) document.addEventListener(left, () => setTimeout(showHeld));
listen();

/** A hidden or paused page has no stream. The state that a new one begins with brings the figures up to date. */
function listen(): void {
  stop();
  if (document.hidden || isPaused) return;
  stream = new EventSource(`${location.pathname}/stream`);
  listenIn(RETRY_MS);
  stream.onmessage = ({ data }) => {
    listenIn(MAX_SILENCE_MS);
    if (data === latest.getAttribute('data-state')) sayFresh();
    else void load();
  };
  stream.onerror = () => {
    void load();
    // The browser itself connects again, unless the server has refused.
    if (stream?.readyState === EventSource.CLOSED) listenIn(RETRY_MS);
  };
}

function listenIn(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    listen();
    void load();
  }, ms);
}

function stop(): void {
  clearTimeout(timer);
  stream?.close();
}

/** One request at a time: a slow connection shows every figure that it can. */
async function load(): Promise<void> {
  hasChanged = true;
  if (isLoading) return;
  isLoading = true;
  while (hasChanged) {
    hasChanged = false;
    await loadOnce();
  }
  isLoading = false;
}

async function loadOnce(): Promise<void> {
  try {
    const { text } = await request(addressHere(), new AbortController().signal);
    const loaded = parse(text).getElementById('figures');
    if (!loaded) throw new Error('no figures');
    latest = loaded;
    show();
    sayFresh();
  } catch (error) {
    sayStale(error);
    // Signed out, or deleted: only a person can help.
    if (error instanceof NoFigures) stop();
  }
}

/** Rows do not move under a pointer, or where a key has set the focus. */
function show(): void {
  const root = figures();
  if (!root) return;
  const panels = [...root.querySelectorAll('.panel')];
  const held = panels.filter(isHeld);
  for (const panel of panels) panel.toggleAttribute('data-keep', held.includes(panel));
  hasHeld = held.length > 0;
  morph(root, latest);
  document.title = `${root.dataset.title} · Footfall`;
}

function showHeld(): void {
  if (hasHeld) show();
}

const isHeld = (panel: Element): boolean =>
  panel.querySelector(':focus-visible') !== null || (matchMedia('(hover: hover)').matches && panel.matches(':hover'));

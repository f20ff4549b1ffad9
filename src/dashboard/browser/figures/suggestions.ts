import { figures } from './content.js';

const PAUSE_MS = 120;

let timer: ReturnType<typeof setTimeout> | undefined;
let running: AbortController | undefined;

/** For the selected dimension, while a person types a filter. */
export function suggestValues(): void {
  document.addEventListener('focusin', ({ target }) => suggestFor(target, 0));
  document.addEventListener('input', ({ target }) => suggestFor(target, PAUSE_MS));
}

function suggestFor(target: EventTarget | null, pause: number): void {
  if (!(target instanceof HTMLInputElement) || target.name !== 'value') return;
  const address = target.form?.dataset.suggest;
  if (address === undefined || target.form === null) return;
  const parameters = new URLSearchParams([...new FormData(target.form)] as [string, string][]);
  for (const name of ['value', 'op']) parameters.delete(name);
  parameters.set('search', target.value);
  clearTimeout(timer);
  timer = setTimeout(() => void show(`${address}?${parameters}`), pause);
}

async function show(address: string): Promise<void> {
  running?.abort();
  running = new AbortController();
  try {
    const response = await fetch(address, { signal: running.signal });
    if (!response.ok) return;
    const text = await response.text();
    const options = new DOMParser().parseFromString(text, 'text/html').querySelectorAll('option');
    figures()
      ?.querySelector('#filter-suggestions')
      ?.replaceChildren(...options);
  } catch {
    // Typing works without suggestions.
  }
}

import { parse, request } from './content.js';

/** Longer than between two keys. */
const PAUSE_MS = 500;

let timer: ReturnType<typeof setTimeout> | undefined;
let running: AbortController | undefined;

/** Says beside the button of the form for filters how many visitors match, while the filter is typed. */
export function countMatching(): void {
  // A suggestion that is taken changes its field without input.
  for (const type of ['input', 'change']) {
    document.addEventListener(type, ({ target }) => {
      const place =
        target instanceof Element && target.closest('.filter-form')?.querySelector<HTMLElement>('[data-matching]');
      if (!place) return;
      const parameters = new URLSearchParams([...new FormData(place.closest('form')!)] as [string, string][]);
      const typed = String(parameters);
      // A changed field reports its last input once more.
      if (place.dataset.typed === typed) return;
      place.dataset.typed = typed;
      clearTimeout(timer);
      running?.abort();
      if (parameters.getAll('value').every((value) => value.trim() === '')) place.textContent = '';
      else timer = setTimeout(() => void count(place, typed), PAUSE_MS);
    });
  }
}

async function count(place: HTMLElement, typed: string): Promise<void> {
  running = new AbortController();
  const { signal } = running;
  const found = await request(`${place.dataset.matching}?${typed}`, signal).catch(() => undefined);
  // An error says nothing about the filter, and what is shown is of an earlier one.
  if (!signal.aborted) place.textContent = parse(found?.text ?? '').getElementById('matching')?.textContent ?? '';
}

import { figures } from './content.js';

const PAUSE_MS = 120;

let timer: ReturnType<typeof setTimeout> | undefined;
let running: AbortController | undefined;

/** What was suggested last: values for a text in a field. */
let suggested:
  | { readonly field: HTMLInputElement; readonly text: string; readonly values: readonly string[] }
  | undefined;

/** Suggests values of the chosen dimension while a person types a filter. */
export function suggestValues(): void {
  document.addEventListener('focusin', ({ target }) => suggestFor(target, 0));
  document.addEventListener('input', ({ target }) => suggestFor(target, PAUSE_MS));
  // Before the form is sent.
  document.addEventListener('submit', ({ target }) => completePath(target), true);
}

/**
 * Takes the only suggestion for a part of a page's path that was typed, where whole paths are compared. The server completes names of
 * countries and knows codes, which are parts of other names too.
 */
function completePath(form: EventTarget | null): void {
  if (!(form instanceof HTMLFormElement) || suggested === undefined) return;
  const { field, text, values } = suggested;
  const [only, ...others] = values;
  if (field.form !== form || field.value !== text || only === undefined || others.length > 0) return;
  const given = new FormData(form);
  const isPath = given.get('by') === 'page' || given.get('by') === 'entryPage';
  const isWhole = given.get('op') === 'is' || given.get('op') === 'is_not';
  if (isPath && isWhole && !/^\s*(\/|$)/.test(text)) field.value = only;
}

function suggestFor(target: EventTarget | null, pause: number): void {
  if (!(target instanceof HTMLInputElement) || target.name !== 'value') return;
  const address = target.form?.dataset.suggest;
  if (address === undefined || target.form === null) return;
  const parameters = new URLSearchParams([...new FormData(target.form)] as [string, string][]);
  for (const name of ['value', 'op']) parameters.delete(name);
  parameters.set('search', target.value);
  clearTimeout(timer);
  timer = setTimeout(() => void show(`${address}?${parameters}`, target), pause);
}

async function show(address: string, field: HTMLInputElement): Promise<void> {
  const typed = field.value;
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
    suggested = { field, text: typed, values: [...options].map(({ value }) => value) };
  } catch {
    // Typing works without suggestions.
  }
}

const PAUSE_MS = 120;

let timer: ReturnType<typeof setTimeout> | undefined;
let running: AbortController | undefined;

/** While a person types a value, for the dimension that `by`, or the field that `data-by` names, has. */
export function suggestValues(): void {
  document.addEventListener('focusin', ({ target }) => suggestFor(target, 0));
  document.addEventListener('input', ({ target }) => suggestFor(target, PAUSE_MS));
}

function suggestFor(target: EventTarget | null, pause: number): void {
  if (!(target instanceof HTMLInputElement)) return;
  const { form, list } = target;
  const address = form?.dataset.suggest;
  if (address === undefined || form === null || list === null) return;
  const parameters = new URLSearchParams([...new FormData(form)] as [string, string][]);
  parameters.set('by', parameters.get(target.dataset.by ?? 'by') ?? '');
  for (const name of ['value', 'op']) parameters.delete(name);
  parameters.set('search', target.value);
  clearTimeout(timer);
  timer = setTimeout(() => void show(`${address}?${parameters}`, list), pause);
}

async function show(address: string, list: HTMLElement): Promise<void> {
  running?.abort();
  running = new AbortController();
  try {
    const response = await fetch(address, { signal: running.signal });
    if (!response.ok) return;
    const text = await response.text();
    const options = new DOMParser().parseFromString(text, 'text/html').querySelectorAll('option');
    list.replaceChildren(...options);
  } catch {
    // Typing works without suggestions.
  }
}

import { t } from './t.js';

const POLL_MS = 2000;

guessTimeZone();
enableWhenTyped();
searchWhileTyping();
previewWhileTyping();
addChoices();
for (const live of document.querySelectorAll<HTMLElement>('[data-poll]')) pollLater(live);

/** Selects the browser's own zone, unless another was chosen. */
function guessTimeZone(): void {
  const select = document.querySelector<HTMLSelectElement>('select[data-guess-zone]');
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (select === null || !zone) return;
  const options = [...select.options];
  // Browsers use different names for a renamed zone.
  const option = options.find(({ value }) => value === zone) ?? options.find(({ value }) => isSameZone(value, zone));
  if (option !== undefined) option.selected = true;
  else select.add(new Option(zone, zone, true, true));
}

/** The browser may not know one of the names. */
function isSameZone(name: string, other: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return timeZone === other;
  } catch {
    return false;
  }
}

/** For an irreversible action. The server requires the same text. */
function enableWhenTyped(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-must-equal]')) {
    const [input, button] = [place.querySelector('input'), place.querySelector('button')];
    if (input === null || button === null) continue;
    const compare = () => {
      button.disabled = input.value.trim().toLowerCase().normalize() !== place.dataset.mustEqual;
    };
    input.addEventListener('input', compare);
    compare();
  }
}

const TYPING_MS = 200;

/** Replaces only the list. */
function searchWhileTyping(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-live-search]');
  const list = document.getElementById(form?.dataset.liveSearch ?? '');
  if (form === null || list === null) return;
  let timer: number | undefined;
  let running: AbortController | undefined;
  const search = async () => {
    running?.abort();
    running = new AbortController();
    const address = `${form.action}?${new URLSearchParams([...new FormData(form)] as [string, string][])}`;
    const response = await fetch(address, { signal: running.signal });
    const found = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById(list.id);
    if (found === null) return;
    list.replaceChildren(...found.childNodes);
    history.replaceState(null, '', address);
  };
  form.addEventListener('input', () => {
    clearTimeout(timer);
    // After a failed search the list stays; the button searches too.
    timer = setTimeout(() => void search().catch(() => undefined), TYPING_MS);
  });
}

/** Adds what is chosen to the list in a text area. A choice that is not added is when the form is saved. */
function addChoices(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-add-to]')) {
    const select = button.previousElementSibling;
    const list = document.getElementById(button.dataset.addTo ?? '');
    if (!(select instanceof HTMLSelectElement && list instanceof HTMLTextAreaElement)) continue;
    button.hidden = false;
    button.addEventListener('click', () => {
      if (select.value === '') return;
      const entries = list.value
        .split('\n')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== '');
      if (!entries.includes(select.value)) list.value = [...entries, select.value].join('\n');
      select.value = '';
      list.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }
}

/** Shows what a form would do, when one of the fields that decide it changes. */
function previewWhileTyping(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-preview]');
  const place = form?.querySelector('[role=status]');
  const names = form?.dataset.previewFields?.split(' ') ?? [];
  if (!form || !place) return;
  let timer: number | undefined;
  let running: AbortController | undefined;
  const preview = async () => {
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    const filledIn = new FormData(form);
    const fields = new URLSearchParams(names.map((name) => [name, String(filledIn.get(name) ?? '')]));
    try {
      const response = await fetch(`${form.dataset.preview}?${fields}`, { signal });
      if (!response.ok || response.redirected) throw new Error('no preview');
      show(await response.text(), place);
    } catch {
      // What is shown is of other fields.
      if (!signal.aborted) show(`<p>${t('The preview could not be loaded.')}</p>`, place);
    }
  };
  form.addEventListener('input', ({ target }) => {
    if (!(target instanceof Element && names.includes(target.getAttribute('name') ?? ''))) return;
    clearTimeout(timer);
    timer = setTimeout(() => void preview(), TYPING_MS);
  });
}

/** Screen readers announce every change, so equal content is not written again. */
function show(html: string, place: Element): void {
  const text = new DOMParser().parseFromString(html, 'text/html').body.firstElementChild;
  if (text && text.innerHTML !== place.innerHTML) place.replaceChildren(...text.childNodes);
}

function pollLater(live: HTMLElement): void {
  setTimeout(() => void poll(live), POLL_MS);
}

/** Repeats until the server says that the wait is over. */
async function poll(live: HTMLElement): Promise<void> {
  const answer = document.createElement('template');
  answer.innerHTML = document.hidden ? live.innerHTML : ((await read(live.dataset.poll ?? '')) ?? live.innerHTML);
  // Screen readers announce every change, so equal content is not written again.
  if (answer.innerHTML !== live.innerHTML) live.replaceChildren(answer.content);
  if (live.querySelector('[data-done]') === null) pollLater(live);
}

/** Undefined while the server cannot be reached. */
async function read(address: string): Promise<string | undefined> {
  try {
    const response = await fetch(address);
    if (response.redirected) return signedOut();
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}

function signedOut(): string {
  const next = encodeURIComponent(location.pathname);
  return `<p data-done>${t('You are signed out.')} <a href="/login?next=${next}">${t('Sign in')}</a></p>`;
}

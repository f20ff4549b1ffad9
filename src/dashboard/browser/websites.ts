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

/** Adds what is chosen to the list in a text area. Without a script, it is added when the form is saved. */
function addChoices(): void {
  for (const select of document.querySelectorAll<HTMLSelectElement>('select[data-add-to]')) {
    select.addEventListener('change', () => {
      const list = document.getElementById(select.dataset.addTo ?? '');
      if (!(list instanceof HTMLTextAreaElement)) return;
      const entries = list.value.split('\n').filter((entry) => entry !== '' && entry !== select.value);
      list.value = [...entries, select.value].join('\n');
      select.value = '';
    });
  }
}

/** Shows what a form would make. Without a script, it has a button for that. */
function previewWhileTyping(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-preview]');
  const place = form?.querySelector('[role=status]');
  if (!form || !place) return;
  let timer: number | undefined;
  let running: AbortController | undefined;
  const preview = async () => {
    running?.abort();
    running = new AbortController();
    const filledIn = new FormData(form);
    const names = form.dataset.previewFields?.split(' ') ?? [];
    const fields = new URLSearchParams(names.map((name) => [name, String(filledIn.get(name) ?? '')]));
    const response = await fetch(`${form.dataset.preview}?${fields}`, { signal: running.signal });
    if (!response.ok || response.redirected) return;
    const text = new DOMParser().parseFromString(await response.text(), 'text/html').body.firstElementChild;
    // Screen readers announce every change, so equal content is not written again.
    if (text && text.innerHTML !== place.innerHTML) place.replaceChildren(...text.childNodes);
  };
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void preview().catch(() => undefined), TYPING_MS);
  });
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

const signedOut = (): string =>
  `<p data-done>You are signed out. <a href="/login?next=${encodeURIComponent(location.pathname)}">Sign in</a></p>`;

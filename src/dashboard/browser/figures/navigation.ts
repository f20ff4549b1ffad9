import { addressHere, figures, load } from './content.js';
import { ConnectionLost, sayStale } from './stale.js';

const RETRY_MS = 3_000;

/** A list is searched when typing has paused this long. */
const PAUSE_MS = 250;

/** What becomes of the address here: a search that is typed leaves one entry in the history, not one for each pause. */
type Entry = 'new' | 'replaced' | 'present';

/** Other links and forms navigate as usual. */
export function navigateInPlace(): void {
  let shown = addressHere();
  /** A choice made while the server cannot be reached; the figures are marked as busy until it is retried. */
  let waiting: { readonly again: () => void; readonly timer: ReturnType<typeof setTimeout> } | undefined;
  let typing: ReturnType<typeof setTimeout> | undefined;
  const go = async (address: string, entry: Entry): Promise<void> => {
    clearTimeout(waiting?.timer);
    waiting = undefined;
    // Going back may have changed the address already: the next comparison starts from it, loaded or not.
    shown = addressHere();
    figures()?.setAttribute('aria-busy', 'true');
    try {
      const answered = await load(address);
      if (answered === undefined) return;
      if (entry === 'replaced') history.replaceState(null, '', answered);
      else if (entry === 'new' && answered !== location.href) history.pushState(null, '', answered);
      shown = addressHere();
      resetForms(entry === 'present');
      afterwards();
    } catch (error) {
      if (!(error instanceof ConnectionLost)) {
        // For example, an ended sign-in session: a full navigation explains it better.
        location.assign(address);
        return;
      }
      sayStale(error);
      const again = () => void go(address, entry);
      waiting = { again, timer: setTimeout(again, RETRY_MS) };
    }
  };
  addEventListener('online', () => waiting?.again());
  /** In the place of what is still being typed. */
  const choose = (address: string, entry: Entry) => {
    clearTimeout(typing);
    void go(address, entry);
  };

  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.defaultPrevented || event.button !== 0 || isModified(event)) return;
    const address = link.getAttribute('href');
    // The next page of a list starts at its top.
    if (address === null || link.rel || !figures()?.contains(link) || !isHere(address)) return;
    event.preventDefault();
    closeMenuAround(link);
    choose(withoutHash(address), 'new');
  });
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.method !== 'get' || !figures()?.contains(form)) return;
    if (new URL(form.action).pathname !== location.pathname) return;
    event.preventDefault();
    closeMenuAround(form);
    choose(formAddress(form), 'new');
  });
  document.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement && target.type === 'search' && target.form)) return;
    const { form, name, value } = target;
    if (!figures()?.contains(form)) return;
    clearTimeout(typing);
    typing = setTimeout(() => {
      // An answer may have changed the rest of the form, and reset this field.
      const address = formAddress(form, { [name]: value });
      void go(address, isSearch(location.href) && isSearch(address) ? 'replaced' : 'new');
    }, PAUSE_MS);
  });
  // Changes of only the hash also fire this event.
  addEventListener('popstate', () => {
    if (addressHere() !== shown) choose(addressHere(), 'present');
  });
}

/** Fields that were typed into ignore new values, and would keep the text of another address. */
function resetForms(isBack: boolean): void {
  // Another tab or interval does not end the writing of a note, or of a segment's name.
  for (const form of figures()?.querySelectorAll<HTMLFormElement>('form:not(.add-note form, .segment-menu form)') ??
    []) {
    // After a submitted search, typing may continue; after going back, the field must show the earlier search.
    if (isBack || !form.contains(document.activeElement)) form.reset();
  }
}

/** The field that a parameter of the address opens. */
const EDITED = [
  ['edit', '.filter-menu input[name=value]'],
  ['note', '.note-editing input[type=text]'],
] as const;

function afterwards(): void {
  const root = figures();
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-view]'))
    link.search = root?.dataset.query ?? '';
  document.title = `${root?.dataset.title} · Footfall`;
  const said = document.getElementById('said');
  if (said && root) said.textContent = readResults(root) ?? root.dataset.title ?? '';
  const edited = EDITED.find(([parameter]) => new URLSearchParams(location.search).has(parameter));
  const field = edited && root?.querySelector<HTMLInputElement>(edited[1]);
  if (field) {
    field.focus({ preventScroll: true });
    field.select();
  } else if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
}

/** What a search has found, for a person who types one. */
function readResults(root: HTMLElement): string | null | undefined {
  const { activeElement } = document;
  const isTyping = activeElement instanceof HTMLInputElement && activeElement.type === 'search';
  return isTyping ? root.querySelector('.page-links > span, .panel-empty > span')?.textContent : undefined;
}

/** Returns the focus to the menu's button. */
function closeMenuAround(element: Element): void {
  const menu = element.closest<HTMLDetailsElement>('details.menu[open]');
  if (!menu) return;
  menu.open = false;
  menu.querySelector('summary')?.focus();
}

const isHere = (address: string): boolean => {
  const url = new URL(address, location.href);
  return url.origin === location.origin && url.pathname === location.pathname;
};

const isSearch = (address: string): boolean => new URL(address, location.href).searchParams.has('search');

/** Returns the address that a form opens, without empty fields. `typed` has the values of some. */
function formAddress(form: HTMLFormElement, typed: Readonly<Record<string, string>> = {}): string {
  const filledIn = [...new FormData(form)].map(([name, value]) => [name, typed[name] ?? String(value)]);
  const fields = filledIn.filter(([, value]) => value !== '');
  return `${new URL(form.action).pathname}?${new URLSearchParams(fields)}`;
}

const withoutHash = (address: string): string => new URL(address, location.href).href.replace(/#.*/, '');

const isModified = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  ctrlKey || metaKey || shiftKey || altKey;

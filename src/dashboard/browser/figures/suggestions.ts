import { t } from '../t.js';
import { whenLoaded } from './content.js';

const PAUSE_MS = 120;

/**
 * The field with open or awaited suggestions, and their list. Without a script it is a plain field; with one, a combobox
 * whose first suggestion is selected as soon as something is typed.
 */
let opened: { readonly field: HTMLInputElement; readonly list: HTMLElement } | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let running: AbortController | undefined;

/** Suggests values while a person types, for the dimension in `by`, or in the field that `data-by` names. */
export function suggestValues(): void {
  document.addEventListener('focusin', ({ target }) => open(target, 0));
  document.addEventListener('input', ({ target }) => open(target, PAUSE_MS));
  // A button below the list must not move between press and click.
  let isPressed = false;
  document.addEventListener('focusout', () => {
    if (!isPressed) close();
  });
  document.addEventListener('submit', close);
  // Before Escape reaches a menu around the field.
  document.addEventListener('keydown', pressKey, true);
  document.addEventListener('mousedown', (event) => {
    isPressed = true;
    // The field keeps the focus.
    if (findOption(event.target)) event.preventDefault();
  });
  document.addEventListener('click', ({ target }) => {
    isPressed = false;
    const option = findOption(target);
    if (option) take(option);
    else if (document.activeElement !== opened?.field) close();
  });
  // Figures that are loaded again have the field and the list as they are without a script.
  whenLoaded(() => {
    if (!opened) return;
    const { field, list } = opened;
    const fresh = document.getElementById(list.id);
    if (fresh !== list) fresh?.remove();
    place(list, field);
    makeCombobox(field, list);
  });
}

function open(target: EventTarget | null, pause: number): void {
  if (!(target instanceof HTMLInputElement)) return;
  const address = target.form?.dataset.suggest;
  const list = document.getElementById(target.dataset.suggestions ?? '');
  if (address === undefined || target.form === null || list === null) return;
  if (opened?.field !== target) close();
  opened = { field: target, list };
  place(list, target);
  makeCombobox(target, list);
  // The present suggestions are of another text, and so are those that are still to come.
  select(undefined);
  running?.abort();
  const parameters = new URLSearchParams([...new FormData(target.form)] as [string, string][]);
  parameters.set('by', parameters.get(target.dataset.by ?? 'by') ?? '');
  parameters.delete('value');
  parameters.set('search', target.value);
  clearTimeout(timer);
  timer = setTimeout(() => void load(`${address}?${parameters}`), pause);
}

async function load(address: string): Promise<void> {
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  try {
    const response = await fetch(address, { signal });
    const text = response.ok ? await response.text() : '';
    if (opened && !signal.aborted) show(text, opened);
  } catch {
    // Typing works without suggestions.
  }
}

function show(text: string, { field, list }: NonNullable<typeof opened>): void {
  list.replaceChildren(...new DOMParser().parseFromString(text, 'text/html').querySelectorAll('[role=option]'));
  const count = list.children.length;
  list.hidden = count === 0;
  list.scrollTop = 0;
  field.setAttribute('aria-expanded', String(count > 0));
  select(field.value.trim() === '' ? undefined : list.children[0]);
  const said = document.getElementById('said');
  if (said && count > 0) said.textContent = count === 1 ? t('1 suggestion') : t('{count} suggestions', { count });
}

function close(): void {
  clearTimeout(timer);
  running?.abort();
  if (!opened) return;
  const { field, list } = opened;
  opened = undefined;
  list.hidden = true;
  list.replaceChildren();
  field.setAttribute('aria-expanded', 'false');
  field.removeAttribute('aria-activedescendant');
}

/** Below the field: between fields of one column, else above what follows. */
function place(list: HTMLElement, field: HTMLInputElement): void {
  const labeled = field.closest('label') ?? field;
  if (labeled.nextSibling !== list) labeled.after(list);
  list.style.top = `${field.offsetTop + field.offsetHeight}px`;
  list.style.left = `${field.offsetLeft}px`;
  list.style.minWidth = `${field.offsetWidth}px`;
}

function makeCombobox(field: HTMLInputElement, list: HTMLElement): void {
  field.setAttribute('role', 'combobox');
  field.setAttribute('aria-autocomplete', 'list');
  field.setAttribute('aria-controls', list.id);
  field.setAttribute('aria-expanded', String(!list.hidden));
  const id = findSelected()?.id;
  if (id) field.setAttribute('aria-activedescendant', id);
}

function pressKey(event: KeyboardEvent): void {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (!opened || opened.list.hidden || target !== opened.field) {
    if (key === 'ArrowDown') open(target, 0);
    return;
  }
  const { field, list } = opened;
  const options = [...list.children];
  const selected = findSelected();
  const index = selected ? options.indexOf(selected) : -1;
  if (key === 'ArrowDown') select(options[(index + 1) % options.length]);
  else if (key === 'ArrowUp') select(options.at(index <= 0 ? -1 : index - 1));
  else if (key === 'Enter' && selected) {
    take(selected);
    field.form?.requestSubmit();
  } else if (key === 'Escape') {
    close();
    // Before something is typed, it is for the menu around the field.
    if (!selected) return;
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

function select(option: Element | undefined): void {
  findSelected()?.removeAttribute('aria-selected');
  option?.setAttribute('aria-selected', 'true');
  option?.scrollIntoView({ block: 'nearest' });
  if (option) opened?.field.setAttribute('aria-activedescendant', option.id);
  else opened?.field.removeAttribute('aria-activedescendant');
}

function take(option: HTMLElement): void {
  if (!opened) return;
  const { field } = opened;
  field.value = option.dataset.value ?? '';
  const operator = field.form?.elements.namedItem('op');
  if (option.dataset.op && operator instanceof HTMLSelectElement) operator.value = option.dataset.op;
  close();
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

const findSelected = (): HTMLElement | undefined =>
  opened?.list.querySelector<HTMLElement>('[aria-selected=true]') ?? undefined;

const findOption = (target: EventTarget | null): HTMLElement | undefined =>
  (target instanceof Element && opened?.list.contains(target) && target.closest<HTMLElement>('[role=option]')) ||
  undefined;

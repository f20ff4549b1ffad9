import { figures } from './content.js';

/**
 * Maps single keys to links and menus, except while a person is typing. An open dialog handles its own keys.
 *
 * @param findDay of the bucket that is read in the chart
 */
export function listenToKeys(findDay: () => string | undefined): void {
  // Registered before the menus' listeners, to know whether Escape was meant for a menu.
  document.addEventListener(
    'keydown',
    (event) => {
      const { key, target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return;
      const above = document.querySelector('dialog[open], details.menu[open]');
      if (key === '?' && !above) openHelp();
      else if (key === '/' && !above) focusSearch();
      else {
        const isDone = key === 'n' && !above ? openNote(findDay()) : followLink(key, target, above ?? figures());
        if (!isDone) return;
      }
      event.preventDefault();
    },
    true,
  );
}

function followLink(key: string, target: EventTarget | null, inside: Element | null): boolean {
  // The chart uses the arrows itself, and hides its tooltip on Escape; a table scrolls with the arrows.
  if (target instanceof Element && target.closest('.chart-reader, .scrolling')) return false;
  const link = inside?.querySelector<HTMLAnchorElement>(`a[data-key="${CSS.escape(key)}"]`);
  link?.click();
  return Boolean(link);
}

function openHelp(): void {
  const dialog = document.getElementById('keys');
  if (dialog instanceof HTMLDialogElement) dialog.showModal();
}

/** Returns whether there is a form for notes. */
function openNote(day: string | undefined): boolean {
  const place = figures()?.querySelector<HTMLDetailsElement>('.add-note');
  if (!place) return false;
  place.open = true;
  const date = place.querySelector<HTMLInputElement>('input[type=date]');
  if (date && day !== undefined) date.value = day;
  place.querySelector<HTMLInputElement>('input[type=text]')?.focus();
  return true;
}

/** The search of a list, else the filter of the figures. */
function focusSearch(): void {
  const search = figures()?.querySelector<HTMLInputElement>('input[type=search]');
  const menu = figures()?.querySelector<HTMLDetailsElement>('.filter-menu');
  if (!search && menu) menu.open = true;
  (search ?? (menu?.querySelector('input[name=value]') as HTMLInputElement | null))?.focus();
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('input, textarea, select, [contenteditable]');

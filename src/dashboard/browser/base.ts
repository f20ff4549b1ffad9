import { offerCopying } from './copy.js';
import { openDialogs } from './dialog.js';
import { loadMenus } from './lazy-menu.js';
import { switchMode } from './mode.js';
import { t } from './t.js';
import { keepSettings } from './unsaved-changes.js';

offerCopying(document);
openDialogs();
closeMenus();
loadMenus();
refuseLargeFiles();
switchMode();
forgetSubmission();
keepSettings();
showCurrentTab();

/** Narrow windows have no room for all tabs; those at the right edge are faded. */
function showCurrentTab(): void {
  for (const tabs of document.querySelectorAll('.tabs')) {
    const current = tabs.querySelector('[aria-current]');
    if (!current) continue;
    const end = tabs.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(tabs).paddingRight);
    tabs.scrollLeft += current.getBoundingClientRect().right - end;
  }
}

/** A reload would send the form again, so it opens another page where the result is shown only once. */
function forgetSubmission(): void {
  const path = document.querySelector<HTMLElement>('[data-reload-as]')?.dataset.reloadAs;
  if (path !== undefined) history.replaceState(null, '', path);
}

/** Reports a large file before it is sent: a server that does not receive the whole form cannot show it again. */
function refuseLargeFiles(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[data-most-bytes]')) {
    const most = Number(input.dataset.mostBytes);
    input.addEventListener('change', () => {
      const isTooLarge = (input.files?.[0]?.size ?? 0) > most;
      input.setCustomValidity(isTooLarge ? t('Must be at most {size} KiB.', { size: most / 1024 }) : '');
      input.reportValidity();
    });
  }
}

/** Closes menus on a click elsewhere and on Escape. */
function closeMenus(): void {
  const open = () => document.querySelectorAll<HTMLDetailsElement>('details.menu[open]');
  document.addEventListener('click', ({ target }) => {
    for (const menu of open()) if (!(target instanceof Node && menu.contains(target))) menu.open = false;
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const menu of open()) {
      menu.open = false;
      menu.querySelector('summary')?.focus();
    }
  });
}

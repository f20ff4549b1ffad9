/** Opens confirmations above the page; without a script they are sections of it. */
export function openDialogs(): void {
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return;
    const opener = event.target.closest<HTMLElement>('[data-dialog]');
    const closer = event.target.closest<HTMLElement>('[data-close]');
    if (opener ?? closer) event.preventDefault();
    if (opener) {
      opener.closest('details.menu')?.removeAttribute('open');
      findDialog(opener.dataset.dialog ?? '')?.showModal();
    }
    // Clicks outside of the form are on the backdrop.
    else if (closer ?? event.target instanceof HTMLDialogElement) event.target.closest('dialog')?.close();
  });
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[data-open]')) dialog.showModal();
  const named = findDialog(location.hash.slice(1));
  if (named && !named.open) named.showModal();
}

function findDialog(id: string): HTMLDialogElement | undefined {
  const element = document.getElementById(id);
  return element instanceof HTMLDialogElement ? element : undefined;
}

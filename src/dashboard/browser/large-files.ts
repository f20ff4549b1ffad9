/** Reports a large file at once: a server that does not receive the rest of a form cannot show it again. */
export function refuseLargeFiles(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[data-most-bytes]')) {
    const most = Number(input.dataset.mostBytes);
    input.addEventListener('change', () => {
      const isTooLarge = (input.files?.[0]?.size ?? 0) > most;
      input.setCustomValidity(isTooLarge ? `Must be at most ${most / 1024} KiB.` : '');
      input.reportValidity();
    });
  }
}

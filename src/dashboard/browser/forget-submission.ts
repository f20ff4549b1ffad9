/** Makes a reload open another page where the answer to a form is shown only once: it would send the form again. */
export function forgetSubmission(): void {
  const path = document.querySelector<HTMLElement>('[data-reload-as]')?.dataset.reloadAs;
  if (path !== undefined) history.replaceState(null, '', path);
}

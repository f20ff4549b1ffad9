/** Takes effect at once and keeps typed text; the server only stores the choice. */
export function switchMode(): void {
  const form = document.querySelector<HTMLFormElement>('form.mode');
  const root = document.documentElement;
  const show = () => {
    for (const button of form?.querySelectorAll('button') ?? []) {
      button.setAttribute('aria-pressed', String(button.value === (root.dataset.mode ?? 'system')));
    }
  };
  form?.addEventListener('submit', (event) => {
    if (!(event.submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    const { value } = event.submitter;
    if (value === 'system') delete root.dataset.mode;
    else root.dataset.mode = value;
    show();
    void fetch(form.action, { method: 'POST', body: new URLSearchParams({ mode: value }), redirect: 'manual' });
  });
  show();
}

import { t } from '../t.js';
import { NoFragment, replacePart, sendForm } from './fragments.js';
import type { ParameterFields } from './parameters.js';

/** Keeps the typed text. Returns a function that runs the query. */
export function runInPlace(form: HTMLFormElement, { update }: Pick<ParameterFields, 'update'>): () => void {
  const button = form.querySelector<HTMLButtonElement>('button:not([formaction])');
  const status = document.createElement('p');
  status.className = 'visually-hidden';
  status.role = 'status';
  form.append(status);
  let running = new AbortController();

  async function run(): Promise<void> {
    running.abort();
    const mine = new AbortController();
    running = mine;
    show(t('Running…'), true);
    try {
      await update();
      const answer = await sendForm(form, '/sql', mine.signal);
      replacePart(answer, 'parameters');
      replacePart(answer, 'result');
      document.getElementById('result')?.scrollIntoView({ block: 'nearest' });
      show(document.querySelector('.sql-count')?.textContent ?? '', false);
    } catch (error) {
      if (mine.signal.aborted) return;
      const message = error instanceof NoFragment ? error.message : t('The server did not answer. Try again.');
      showFailure(message);
      show('', false);
    }
  }

  function show(text: string, isRunning: boolean): void {
    status.textContent = text;
    document.getElementById('result')?.setAttribute('aria-busy', String(isRunning));
    if (button) button.textContent = isRunning ? t('Running…') : t('Run');
  }

  form.addEventListener('submit', (event) => {
    if (event.submitter?.hasAttribute('formaction')) return;
    event.preventDefault();
    void run();
  });
  return () => void run();
}

function showFailure(message: string): void {
  const notice = document.createElement('div');
  notice.className = 'notice notice-bad';
  notice.role = 'alert';
  notice.textContent = message;
  document.getElementById('result')?.replaceChildren(notice);
}

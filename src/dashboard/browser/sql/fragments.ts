import { t } from '../t.js';

const FRAGMENT = { 'X-Footfall-Fragment': '1' };

/** The server's response was no part of the page. The message is for display. */
export class NoFragment extends Error {}

/** Returns the parts of the page in the response. Throws NoFragment. */
export async function sendForm(form: HTMLFormElement, path: string, signal: AbortSignal): Promise<Document> {
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const body = new URLSearchParams(fields);
  const response = await fetch(path, { method: 'POST', headers: FRAGMENT, body, signal });
  if (new URL(response.url).pathname === '/login') {
    throw new NoFragment(t('You are signed out. Sign in in another tab, then run the query again.'));
  }
  const answer = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (answer.getElementById('result') === null)
    throw new NoFragment(t('The server could not run the query. Try again.'));
  return answer;
}

/** Keeps the focus in its field. */
export function replacePart(answer: Document, id: 'parameters' | 'result'): void {
  const part = answer.getElementById(id);
  const shown = document.getElementById(id);
  if (!part || !shown) return;
  const focused = shown.contains(document.activeElement) ? document.activeElement?.id : undefined;
  shown.replaceWith(part);
  if (focused) document.getElementById(focused)?.focus();
}

const FRAGMENT = { 'X-Footfall-Fragment': '1' };

/** The answer of the server was no part of the page. Its message is for the reader. */
export class NoFragment extends Error {}

/** Sends the form, and returns the parts of the page that answer it. Throws NoFragment. */
export async function sendForm(form: HTMLFormElement, path: string, signal: AbortSignal): Promise<Document> {
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const body = new URLSearchParams(fields);
  const response = await fetch(path, { method: 'POST', headers: FRAGMENT, body, signal });
  if (new URL(response.url).pathname === '/login') {
    throw new NoFragment('You are signed out. Sign in in another tab, then run the query again.');
  }
  const answer = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (answer.getElementById('result') === null) throw new NoFragment('The server could not run the query. Try again.');
  return answer;
}

/** Puts a part of an answer in place of the one on the page. The focus stays in its field. */
export function replacePart(answer: Document, id: 'parameters' | 'result'): void {
  const part = answer.getElementById(id);
  const shown = document.getElementById(id);
  if (!part || !shown) return;
  const focused = shown.contains(document.activeElement) ? document.activeElement?.id : undefined;
  shown.replaceWith(part);
  if (focused) document.getElementById(focused)?.focus();
}

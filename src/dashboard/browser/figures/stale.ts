/** Thrown when the server has no figures: has the reason, and links that lead on. */
export class NoFigures extends Error {
  constructor(
    readonly why: string,
    readonly link: { readonly text: string; readonly address: string },
  ) {
    super(why);
  }
}

/** Thrown when the server cannot be reached: the next attempt may succeed. */
export class ConnectionLost extends Error {}

/** Returns the status line above the figures, which screen readers announce. */
const place = (): HTMLElement | null => document.getElementById('stale');

let lastFresh = new Date();

/** Removes the notice: the figures are current. */
export function sayFresh(): void {
  lastFresh = new Date();
  place()?.replaceChildren();
}

/** Shows that the figures are old, after a request that failed: for the server's reason, or because it cannot be reached. */
export function sayStale(error: unknown): void {
  const notice = document.createElement('p');
  notice.className = 'notice notice-bad';
  if (error instanceof NoFigures) {
    const link = document.createElement('a');
    [link.href, link.textContent] = [error.link.address, error.link.text];
    notice.append(`${error.why} `, link);
  } else notice.textContent = `Connection lost, trying again. Last updated ${formatTime(lastFresh)}.`;
  // Screen readers announce every change, so equal text must not be written again.
  if (place()?.textContent !== notice.textContent) place()?.replaceChildren(notice);
}

const formatTime = (date: Date): string => date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

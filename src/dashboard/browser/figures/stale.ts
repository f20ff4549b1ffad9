import { t } from '../t.js';

/** The server has no figures: `message` and links explain why. */
export class NoFigures extends Error {
  constructor(
    readonly why: string,
    readonly link: { readonly text: string; readonly address: string },
  ) {
    super(why);
  }
}

/** The server cannot be reached; a retry may succeed. */
export class ConnectionLost extends Error {}

/** Above the figures; screen readers announce it. */
const place = (): HTMLElement | null => document.getElementById('stale');

let lastFresh = new Date();

export function sayFresh(): void {
  lastFresh = new Date();
  place()?.replaceChildren();
}

/** After a failed request: shows the server's reason, or that it cannot be reached. */
export function sayStale(error: unknown): void {
  const notice = document.createElement('p');
  notice.className = 'notice notice-bad';
  if (error instanceof NoFigures) {
    const link = document.createElement('a');
    [link.href, link.textContent] = [error.link.address, error.link.text];
    notice.append(`${error.why} `, link);
  } else notice.textContent = t('Connection lost, trying again. Last updated {time}.', { time: formatTime(lastFresh) });
  // Screen readers announce every change, so equal text must not be written again.
  if (place()?.textContent !== notice.textContent) place()?.replaceChildren(notice);
}

/** In English, hours are those of 24. */
const formatTime = (date: Date): string =>
  date.toLocaleTimeString(document.documentElement.lang, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

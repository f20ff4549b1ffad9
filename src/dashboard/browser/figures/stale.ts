/** The server has no figures to show: why, and what leads on. */
export class NoFigures extends Error {
  constructor(
    readonly why: string,
    readonly link: { readonly text: string; readonly address: string },
  ) {
    super(why);
  }
}

/** Stands above the figures, for who sees and who listens. */
const place = (): HTMLElement | null => document.getElementById('stale');

let lastFresh = new Date();

/** What is shown is what the server says now. */
export function sayFresh(): void {
  lastFresh = new Date();
  place()?.replaceChildren();
}

/** What is shown is old: for a reason that the server gave, or because it cannot be reached. */
export function sayStale(reason: NoFigures | undefined): void {
  const notice = document.createElement('p');
  notice.className = 'notice notice-bad';
  if (reason === undefined) notice.textContent = `Not updated since ${timeOf(lastFresh)}.`;
  else {
    const link = document.createElement('a');
    [link.href, link.textContent] = [reason.link.address, reason.link.text];
    notice.append(`${reason.why} `, link);
  }
  // Screen readers speak what changes: what stays the same must not be written again.
  if (place()?.textContent !== notice.textContent) place()?.replaceChildren(notice);
}

const timeOf = (date: Date): string => date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

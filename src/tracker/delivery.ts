/**
 * Strings go out as `text/plain`, which needs no preflight from another origin.
 * Events are not queued behind each other: one that waited for its turn would die with the page.
 */
export async function post(endpoint: string, body: string, pause = 1000): Promise<void> {
  try {
    const answer = await fetch(endpoint, { method: 'POST', body, keepalive: true, credentials: 'omit' });
    // What is refused for its content (400, 413) is refused for ever; 429 and 5xx pass.
    if (answer.status < 429) return;
  } catch {
    // No connection: the same as a server that is away.
  }
  setTimeout(post, pause, endpoint, body, pause * 2);
}

/** For events as the page goes away: the browser delivers them even after it is gone. */
export function beacon(endpoint: string, body: string): void {
  if (!navigator.sendBeacon?.(endpoint, body)) void post(endpoint, body);
}

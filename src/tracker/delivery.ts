/** Sends an event on its way; what comes of it, if that can be told, is over when the promise resolves. */
export type Deliver = (endpoint: string, body: string) => Promise<void> | undefined;

/**
 * Resolves when the collector has taken the event, or refused it for ever.
 * Strings go out as `text/plain`, which needs no preflight from another origin.
 * Events are not queued behind each other: one that waited for its turn would die with the page.
 */
export async function post(endpoint: string, body: string): Promise<void> {
  for (let pause = 1000; ; pause *= 2) {
    try {
      const answer = await fetch(endpoint, { method: 'POST', keepalive: true, credentials: 'omit', body });
      // What is refused for its content (400, 413) is refused for ever; 429 and 5xx pass.
      if (answer.status < 429) return;
    } catch {
      // No connection: the same as a server that is away.
    }
    await new Promise((isOver) => setTimeout(isOver, pause));
  }
}

/** For events as the page goes away: the browser delivers them even after it is gone. */
export const beacon: Deliver = (endpoint, body) =>
  navigator.sendBeacon?.(endpoint, body) ? undefined : post(endpoint, body);

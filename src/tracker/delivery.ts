/** Sends an event. The promise, if any, resolves when the outcome has been handled. */
export type Deliver = (endpoint: string, body: string) => Promise<void> | undefined;

/**
 * Resolves when the collector has accepted or permanently refused the event.
 * Strings are sent as `text/plain`, which needs no preflight from another origin.
 * Events are not queued: a waiting event would be lost with the page.
 */
export async function post(endpoint: string, body: string): Promise<void> {
  for (let pause = 1000; ; pause *= 2) {
    try {
      const answer = await fetch(endpoint, { method: 'POST', keepalive: true, credentials: 'omit', body });
      // Refusals of the content (400, 413) are permanent; 429 and 5xx are temporary.
      if (answer.status < 429) return;
    } catch {
      // A missing connection is treated like an unavailable server.
    }
    await new Promise((isOver) => setTimeout(isOver, pause));
  }
}

/** For a page that is being left: the browser delivers the event after it is gone. */
export const beacon: Deliver = (endpoint, body) =>
  navigator.sendBeacon?.(endpoint, body) ? undefined : post(endpoint, body);

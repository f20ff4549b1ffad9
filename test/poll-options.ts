/** How long what comes by itself is waited for: on a slow machine far longer than it takes. */
export const POLL_OPTIONS = { timeout: 30_000 };

let visibleMs = 0;
/** Start of the stretch that is being seen, on the monotonic clock; undefined while the page is hidden. */
let since: number | undefined;
let reported = 0;

/** A page came into view, or went on: time is only counted while it can be seen. */
export function resume(): void {
  since = document.visibilityState === 'visible' ? performance.now() : undefined;
}

/** A new page: its time begins at zero. */
export function restart(): void {
  visibleMs = reported = 0;
  resume();
}

/** Stops the clock. Whole seconds the page has been seen in all, or 0 when that is no more than at the last stop. */
export function pause(): number {
  if (since === undefined) return 0;
  visibleMs += performance.now() - since;
  since = undefined;
  const seconds = Math.round(visibleMs / 1000);
  if (seconds <= reported) return 0;
  reported = seconds;
  return seconds;
}

let visibleMs = 0;
/** When the page would have come into view had it never left it, on the monotonic clock; undefined while it is hidden. */
let since: number | undefined;
let reported = 0;

/** A page came into view, or went out of it: time is only counted while it can be seen. */
export function resume(): void {
  since = document.hidden ? undefined : performance.now() - visibleMs;
}

/** A new page: its time begins at zero. */
export function restart(): void {
  visibleMs = reported = 0;
  resume();
}

/** Whole seconds the page has been seen in all, when that is more than the last time. */
export function newSeconds(): number | undefined {
  if (since === undefined) return undefined;
  visibleMs = performance.now() - since;
  const seconds = Math.round(visibleMs / 1000);
  if (seconds > reported) {
    reported = seconds;
    return seconds;
  }
  return undefined;
}

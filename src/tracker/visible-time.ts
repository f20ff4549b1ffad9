let visibleMs = 0;
/** When the page would have become visible had it never been hidden, on the monotonic clock; undefined while it is hidden. */
let since: number | undefined;
let reported = 0;

export function resume(): void {
  since = document.hidden ? undefined : performance.now() - visibleMs;
}

export function restart(): void {
  visibleMs = reported = 0;
  resume();
}

/** Whole seconds in total, when that is more than the last time. */
export function newSeconds(): number | undefined {
  // NaN while the page is hidden.
  visibleMs = performance.now() - since! || visibleMs;
  const seconds = Math.round(visibleMs / 1000);
  if (seconds > reported) {
    reported = seconds;
    return seconds;
  }
  return undefined;
}

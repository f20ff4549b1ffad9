/** Local time as `Intl` tells it: what the tests hold the zone arithmetic against, and independent of it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

export const allZones: readonly string[] = Intl.supportedValuesOf('timeZone');

/** Local time at an instant, given as if it were UTC in epoch milliseconds. */
export function wallClock(instant: number, zone: string): number {
  const seconds = Date.parse(`${formatterOf(zone).format(instant).replace(' ', 'T')}Z`);
  return seconds + (((instant % 1000) + 1000) % 1000);
}

export const wallDate = (instant: number, zone: string): string =>
  new Date(wallClock(instant, zone)).toISOString().slice(0, 10);

export const offsetOf = (instant: number, zone: string): number => wallClock(instant, zone) - instant;

/** Whether clocks are changed at this very instant. */
export const isChange = (instant: number, zone: string): boolean =>
  offsetOf(instant - 1, zone) !== offsetOf(instant, zone);

/** Days, as instants at 00:00 UTC, in `[start, end)` within which clocks are changed. */
export function daysWithChange(start: number, end: number, zone: string): readonly number[] {
  const days: number[] = [];
  let offset = offsetOf(start, zone);
  for (let at = start; at < end; at += 86_400_000) {
    const next = offsetOf(at + 86_400_000, zone);
    if (next !== offset) days.push(at);
    offset = next;
  }
  return days;
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  // Swedish writes dates and times as ISO 8601 does, but for the space.
  const formatter = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formatters.set(zone, formatter);
  return formatter;
}

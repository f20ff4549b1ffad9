import { exact, wordFor } from '../lib/number-text.js';
import { localDate } from '../time/index.js';
import type { Website } from '../websites/website.js';

interface ChangedEvents {
  /** Of the first and the last one, in epoch milliseconds. Without any, the first is later than the last. */
  readonly times: { readonly first: number; readonly last: number };
  readonly events: number;
  /** As in `Imported`. */
  readonly verb: string;
  readonly noun?: string;
}

/** A note such as `Imported 12 events of 2024-01-03 to 2025-06-30.`, about local days; undefined without events. */
export function eventsNote(
  { timezone }: Pick<Website, 'timezone'>,
  { times: { first, last }, events, verb, noun = 'event' }: ChangedEvents,
) {
  if (first > last) return undefined;
  const [at, until] = [localDate(first, timezone), localDate(last, timezone)];
  const days = at === until ? at : `${at} to ${until}`;
  return { at, until, text: `${verb} ${exact(events)} ${wordFor(events, noun)} of ${days}.` };
}

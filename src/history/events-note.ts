import { englishText } from '../lib/language/stored-text.js';
import { localDate } from '../time/index.js';
import { noteTexts } from '../websites/note-texts.js';
import type { Website } from '../websites/website.js';

interface ChangedEvents {
  /** Of the first and the last one, in epoch milliseconds. Without any, the first is later than the last. */
  readonly times: { readonly first: number; readonly last: number };
  readonly events: number;
  readonly change: 'imported' | 'deleted' | 'restored';
}

/**
 * A note such as `Imported 12 events of 2024-01-03 to 2025-06-30.`, about local days; undefined without events. It is stored,
 * and in English, as the API has it.
 */
export function eventsNote(
  { timezone }: Pick<Website, 'timezone'>,
  { times: { first, last }, events: count, change }: ChangedEvents,
) {
  if (first > last) return undefined;
  const [at, until] = [localDate(first, timezone), localDate(last, timezone)];
  const text =
    at === until
      ? englishText(noteTexts[`${change}OnDay`], { count, day: at })
      : englishText(noteTexts[change], { count, from: at, until });
  return { at, until, text };
}

import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { ofWebsite, sql } from '../../clickhouse/sql.js';
import { dropName, isPartialReason } from '../../collect/drops.js';
import { clauseMarks } from '../../lib/language/formats.js';
import { t } from '../../lib/language/translate.js';
import { exact } from '../../lib/number-text.js';
import { oneLine, visibleText } from '../../lib/text.js';
import { formatDay, localDay, namedRange, type Range } from '../../time/index.js';
import { noteText } from '../../websites/note-texts.js';
import type { StoredNote } from '../../websites/system-notes.js';
import { during } from '../sources/conditions.js';
import type { Windows } from './calendar.js';

/** A change in tracking or data. It is no part of the sums. */
export interface Fact {
  readonly kind: 'note' | 'drops' | 'host';
  readonly text: string;
  /** Whether it is of both ranges alike, so that their difference is not due to it. */
  readonly isOfBoth?: boolean;
}

const MAX_NOTES = 10;
const MAX_TEXT = 200;
const MAX_LEAD = 100;

/** The first fact that is not of both ranges, as a sentence. */
export function writeLead(facts: readonly Fact[]): string | undefined {
  const lead = facts.find(({ isOfBoth }) => !isOfBoth);
  if (lead === undefined) return undefined;
  const text = oneLine(lead.text, MAX_LEAD);
  return /[.。…]$/.test(text) ? text : text + clauseMarks().end;
}

/** The notes of either range, latest first. */
export function listNotes(notes: readonly StoredNote[], { now, before }: Windows, zone: string): readonly Fact[] {
  const isInside = (range: Range, { start, end }: Range) => start < range.end && Math.max(end, start + 1) > range.start;
  return notes
    .map((note) => ({ ...note, range: namedRange(note.at, note.until ?? note.at, zone) }))
    .filter(({ range }) => isInside(now, range) || isInside(before, range))
    .sort((one, other) => other.range.start - one.range.start)
    .slice(0, MAX_NOTES)
    .map(({ range, text }) => ({
      kind: 'note',
      text: oneLine(visibleText(`${formatDay(localDay(range.start, zone))}: ${noteText(text)}`), MAX_TEXT),
      isOfBoth: isInside(now, range) && isInside(before, range),
    }));
}

/** Of the larger range's figure, that dropped events must exceed to matter. */
const MIN_SHARE = 0.05;
const MIN_EVENTS = 20;

const row = z.object({ reason: z.string(), now: z.coerce.number(), before: z.coerce.number() });

export const dropsStatement = (websiteId: string, { now, before }: Windows): Query<z.infer<typeof row>> => ({
  name: 'stats/changes/drops',
  row,
  sql: sql`SELECT reason, sumIf(events, ${during(sql`time`, now)}) AS now, sumIf(events, ${during(sql`time`, before)}) AS before
FROM drops
WHERE ${ofWebsite(websiteId)} AND (${during(sql`time`, now)} OR ${during(sql`time`, before)})
GROUP BY reason
ORDER BY now - before DESC, reason`,
});

/**
 * Reasons for which at least twice as many events were dropped as in the range before, if these matter for a figure.
 *
 * @param figure of the larger range
 */
export async function readDrops(
  clickhouse: ClickHouse,
  websiteId: string,
  windows: Windows,
  figure: number,
): Promise<readonly Fact[]> {
  const rows = await clickhouse.query(dropsStatement(websiteId, windows));
  const least = Math.max(MIN_EVENTS, MIN_SHARE * figure);
  const findLength = ({ start, end }: Range) => Math.max(1, end - start);
  const longer = findLength(windows.elapsed) / findLength(windows.before);
  return rows
    .filter(({ reason }) => !isPartialReason(reason))
    .filter(({ now, before }) => now >= 2 * before * longer && now - before * longer >= least)
    .map(({ reason, now, before }) => {
      const name = dropName(reason);
      const counts = { now: exact(now), before: exact(before) };
      return {
        kind: 'drops',
        text: t('More events were not counted ({name}): {now}, before {before}', { name, ...counts }),
      };
    });
}

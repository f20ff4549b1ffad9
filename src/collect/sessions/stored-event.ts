import { z } from 'zod';
import { trusted } from '../../clickhouse/sql.js';
import type { TrackedEvent, Traits } from '../event.js';
import { traitColumnNames, traitsFrom } from '../traits.js';
import { NO_SCROLL } from './row.js';

/** Enough to restore the original event. */
export const storedEventColumns =
  trusted(`website_id, toString(visitor_id) AS visitor_id, toUnixTimestamp64Milli(time) AS time_ms, type, hostname, path,
  link, name, props, screen, seconds, scroll, own_traits, [${traitColumnNames.join(', ')}] AS traits`);

export const storedEventRow = z.object({
  website_id: z.string(),
  visitor_id: z.string(),
  time_ms: z.coerce.number(),
  type: z.enum(['pageview', 'exit', 'custom', 'leave']),
  hostname: z.string(),
  path: z.string(),
  link: z.string(),
  name: z.string(),
  props: z.string(),
  screen: z.string(),
  seconds: z.number(),
  scroll: z.number(),
  own_traits: z.string(),
  traits: z.array(z.string()),
});

/** Restores the event of a row, with its own traits instead of its session's. */
export function storedEvent(row: z.infer<typeof storedEventRow>): TrackedEvent {
  const { hostname, path, link, name, props, screen, seconds, scroll, type } = row;
  return {
    websiteId: row.website_id,
    time: row.time_ms,
    type,
    visitorId: row.visitor_id,
    hostname,
    path,
    link,
    name,
    props,
    screen,
    seconds,
    ...(scroll !== NO_SCROLL && { scroll }),
    traits: { ...traitsFrom(row.traits), ...ownTraits(row.own_traits) },
  };
}

/** Parses `own_traits`, which only `encodeRow` writes. */
const ownTraits = (json: string): Partial<Traits> => (json === '' ? {} : (JSON.parse(json) as Partial<Traits>));

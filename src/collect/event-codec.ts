import type { TrackedEvent } from './event.js';
import { FIRST_TRAITS, traitNames, traitsFrom } from './traits.js';

/**
 * Encodes an event as one line for the journal: its values in a fixed order. This takes half the space and half the
 * time of an object with names.
 */
export function encodeEvent(event: TrackedEvent): string {
  const { scroll, arrivedAt } = event;
  const traits = traitNames.map((name) => event.traits[name]);
  return JSON.stringify([
    event.websiteId,
    event.time,
    event.type,
    event.visitorId,
    event.formerVisitorId ?? '',
    event.hostname,
    event.path,
    event.link,
    event.name,
    event.props,
    event.screen,
    event.seconds,
    ...traits.slice(0, FIRST_TRAITS),
    // Where records of earlier versions have it.
    event.id ?? '',
    ...traits.slice(FIRST_TRAITS),
    // Most events have none.
    ...(scroll === undefined && arrivedAt === undefined ? [] : [{ scroll, arrivedAt }]),
  ]);
}

/** Decodes a record of `encodeEvent`. Throws a TypeError or SyntaxError for other text. */
export function decodeEvent(record: string): TrackedEvent {
  const values = JSON.parse(record);
  if (!Array.isArray(values)) throw new TypeError('not a list of values');
  const more = typeof values.at(-1) === 'object' ? values.pop() : {};
  const [
    websiteId,
    time,
    type,
    visitorId,
    formerVisitorId,
    hostname,
    path,
    link,
    name,
    props,
    screen,
    seconds,
    ...traits
  ] = values;
  const [id] = traits.splice(FIRST_TRAITS, 1);
  return {
    ...more,
    ...(id !== '' && { id }),
    websiteId,
    time,
    type,
    visitorId,
    ...(formerVisitorId !== '' && { formerVisitorId }),
    hostname,
    path,
    link,
    name,
    props,
    screen,
    seconds,
    traits: traitsFrom(traits),
  };
}

/** Whether the sender of a record's event stated its time, without parsing the record. */
export const isDatedRecord = (record: Buffer): boolean =>
  /"arrivedAt":\d+\}\]$/.test(record.toString('latin1', Math.max(0, record.length - 40)));

import type { TrackedEvent } from './event.js';

/**
 * Encodes an event as one line for the journal: its values in a fixed order. This takes half the space and half the
 * time of an object with names.
 */
export function encodeEvent(event: TrackedEvent): string {
  const { traits } = event;
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
    traits.referrer,
    traits.channel,
    traits.utmSource,
    traits.utmMedium,
    traits.utmCampaign,
    traits.ref,
    traits.country,
    traits.region,
    traits.city,
    traits.browser,
    traits.browserVersion,
    traits.os,
    traits.osVersion,
    traits.device,
    traits.language,
    event.id ?? '',
    // Most events have none.
    ...(event.scroll === undefined ? [] : [event.scroll]),
  ]);
}

/** Decodes a record of `encodeEvent`. Throws a TypeError or SyntaxError for other text. */
export function decodeEvent(record: string): TrackedEvent {
  const values = JSON.parse(record);
  if (!Array.isArray(values)) throw new TypeError('not a list of values');
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
    referrer,
    channel,
    utmSource,
    utmMedium,
    utmCampaign,
    ref,
    country,
    region,
    city,
    browser,
    browserVersion,
    os,
    osVersion,
    device,
    language,
    id,
    scroll,
  ] = values;
  return {
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
    ...(scroll !== undefined && { scroll }),
    traits: {
      referrer,
      channel,
      utmSource,
      utmMedium,
      utmCampaign,
      ref,
      country,
      region,
      city,
      browser,
      browserVersion,
      os,
      osVersion,
      device,
      language,
    },
  };
}

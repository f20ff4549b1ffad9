import { bounded } from '../lib/text.js';
import type { Website } from '../websites/website.js';
import { type Draft, type Sender, unknownTraits } from './draft.js';
import type { DropReason, PartialReason } from './drops.js';
import type { TrackedEvent } from './event.js';
import type { EventBody, ServerEvent } from './event-body.js';
import { limitProps, type PropNames } from './limit-props.js';
import { type CollectTools, collecting, run } from './pipeline.js';
import { lacksRevenue } from './sessions/revenue.js';
import { parseLink, parsePage } from './steps/page.js';

const MAX_SCREEN_LENGTH = 20;

/** An excluded event. It has no website when its tracking key is unknown. */
export interface Dropped {
  readonly dropped: DropReason;
  readonly websiteId: string | undefined;
}

/** `lacks` says which parts of the event do not count. */
export interface Kept {
  readonly kept: TrackedEvent;
  readonly lacks: readonly PartialReason[];
}

export type Outcome = Kept | Dropped;

export interface CollectorDeps extends CollectTools {
  readonly findWebsite: (trackingKey: string) => Website | undefined;
  readonly propNames: Pick<PropNames, 'take'>;
  readonly now: () => number;
}

/** Uses memory only. The address and the user agent are not passed on. */
export function collect(body: EventBody, sender: Sender, deps: CollectorDeps): Outcome {
  const website = deps.findWebsite(body.key);
  if (website === undefined) return { dropped: 'unknown_key', websiteId: undefined };
  const draft = startDraft(body, sender, website, deps.now());
  const reason = run(collecting, draft, deps);
  if (reason !== undefined) return { dropped: reason, websiteId: website.id };
  return finish(draft, body, deps.propNames);
}

/** Adds the properties to an event that no step has dropped. */
export function finish(draft: Draft, body: EventBody | ServerEvent, names: Pick<PropNames, 'take'>): Kept {
  const isCut = putProps(draft, body, names);
  const { event } = draft;
  return {
    kept: event,
    lacks: [
      ...(isCut ? (['property_limit'] as const) : []),
      ...(lacksRevenue(event) ? (['invalid_revenue'] as const) : []),
    ],
  };
}

/** Returns whether some are over the limits. */
function putProps({ event, website }: Draft, body: EventBody | ServerEvent, names: Pick<PropNames, 'take'>): boolean {
  if (!('props' in body) || body.props === undefined) return false;
  const { json, isCut } = limitProps(body.props, (name) => names.take(website.id, name));
  event.props = json;
  return isCut;
}

/** `time` is epoch milliseconds. */
export function startDraft(body: EventBody | ServerEvent, sender: Sender, website: Website, time: number): Draft {
  const event: Draft['event'] = {
    ...(body.id !== undefined && { id: body.id }),
    websiteId: website.id,
    time,
    type: body.type,
    visitorId: '0',
    ...parsePage(body.url, body.hash ?? false),
    link: body.type === 'exit' ? parseLink(body.link) : '',
    name: body.type === 'custom' ? body.name : '',
    props: '',
    screen: bounded(body.screen ?? '', MAX_SCREEN_LENGTH),
    seconds: body.type === 'leave' ? Math.round(body.seconds) : 0,
    ...(body.type === 'leave' && body.scroll !== undefined && { scroll: Math.round(body.scroll) }),
    traits: { ...unknownTraits },
  };
  return {
    website,
    sender,
    url: body.url,
    referrer: body.referrer ?? '',
    language: body.language,
    allowsLocalhost: body.localhost ?? false,
    event,
  };
}

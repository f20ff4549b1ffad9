import { bounded } from '../lib/text.js';
import type { Website } from '../websites/website.js';
import { type Draft, type Sender, unknownTraits } from './draft.js';
import type { DropReason, PartialReason } from './drops.js';
import type { TrackedEvent } from './event.js';
import type { EventBody, ServerEvent } from './event-body.js';
import { limitProps, type Props } from './limit-props.js';
import { type CollectTools, collecting, run } from './pipeline.js';
import type { PropNames } from './prop-names.js';
import { lacksRevenue } from './sessions/revenue.js';
import { botName } from './steps/bot.js';
import { parseLink, parsePage } from './steps/page.js';

const MAX_SCREEN_LENGTH = 20;

/** `agent` is the known name of a bot; otherwise empty. */
export interface DroppedEvent {
  readonly dropped: DropReason;
  readonly agent: string;
}

/** An excluded event. It has no website when its tracking key is unknown. */
export interface Dropped extends DroppedEvent {
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

/** Uses memory only. The address and the user agent are not passed on, except for the known name of a bot. */
export function collect(body: EventBody, sender: Sender, deps: CollectorDeps): Outcome {
  const website = deps.findWebsite(body.key);
  if (website === undefined) return { ...toDropped('unknown_key', sender), websiteId: undefined };
  const draft = startDraft(body, sender, website, deps.now());
  const reason = run(collecting, draft, deps);
  if (reason !== undefined) return { ...toDropped(reason, sender), websiteId: website.id };
  return finish(draft, readProps(body), (name) => deps.propNames.take(website.id, name));
}

export const toDropped = (dropped: DropReason, { userAgent, hints }: Sender): DroppedEvent => ({
  dropped,
  agent: dropped === 'bot' ? botName(userAgent, hints?.brands) : '',
});

/**
 * Adds the properties to an event that no step has dropped.
 *
 * @param takeName adds the name of a property; false when the website has too many others
 */
export function finish(draft: Draft, props: Props | undefined, takeName: (name: string) => boolean): Kept {
  const { event } = draft;
  const { json, isCut } = limitProps(props ?? {}, takeName);
  event.props = json;
  return toKept(event, isCut);
}

/** @param isCut whether properties were left out */
export const toKept = (event: TrackedEvent, isCut: boolean): Kept => ({
  kept: event,
  lacks: [
    ...(isCut ? (['property_limit'] as const) : []),
    ...(lacksRevenue(event) ? (['invalid_revenue'] as const) : []),
  ],
});

export const readProps = (body: EventBody | ServerEvent): Props | undefined =>
  'props' in body ? body.props : undefined;

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

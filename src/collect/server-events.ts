import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import type { Website } from '../websites/website.js';
import { type DroppedEvent, finish, type Kept, readProps, startDraft, toDropped } from './collector.js';
import type { ServerEvent } from './event-body.js';
import { reporting, reportingWithoutClient, run, type Tools } from './pipeline.js';
import type { PropNames } from './prop-names.js';
import { hashImportedVisitor } from './steps/visitor.js';

const MAX_AGE_MS = millisecondsInDay;

/** A clock may be ahead of this one by so much. The event then happened now. */
const MAX_AHEAD_MS = millisecondsInMinute;

export interface ServerEventDeps extends Tools {
  readonly secret: string;
  readonly propNames: Pick<PropNames, 'take'>;
}

export type ServerEventOutcome = Kept | DroppedEvent | { readonly errors: readonly string[] };

/**
 * Uses memory only. The address and the user agent are not passed on, except for the known name of a bot.
 *
 * @param now when the event was sent first, in epoch milliseconds
 */
export function takeServerEvent(
  body: ServerEvent,
  website: Website,
  { secret, propNames, ...tools }: ServerEventDeps,
  now: number,
): ServerEventOutcome {
  const errors = listErrors(body, now);
  if (errors.length > 0) return { errors };
  const { visitor, ip = '', userAgent = '' } = body;
  const draft = startDraft(body, { address: ip, userAgent }, website, Math.min(body.timestamp, now));
  const isClientKnown = visitor === undefined || body.userAgent !== undefined;
  const reason = run(isClientKnown ? reporting : reportingWithoutClient, draft, tools);
  if (reason !== undefined) return toDropped(reason, draft.sender);
  const { kept, lacks } = finish(draft, readProps(body), (name) => propNames.take(website.id, name));
  if (visitor === undefined) return { kept, lacks };
  const { formerVisitorId, ...event } = kept;
  return { kept: { ...event, visitorId: hashImportedVisitor(secret, website.id, visitor) }, lacks };
}

/** The errors that depend on several fields, or on the time. */
function listErrors({ timestamp, visitor, ip, userAgent }: ServerEvent, now: number): readonly string[] {
  return [
    ...(timestamp < now - MAX_AGE_MS ? ['timestamp: must be within the last 24 hours; import older events'] : []),
    ...(timestamp > now + MAX_AHEAD_MS ? ['timestamp: must not be in the future'] : []),
    ...(visitor === undefined && (ip === undefined || userAgent === undefined)
      ? ['visitor: is required, or both ip and userAgent']
      : []),
  ];
}

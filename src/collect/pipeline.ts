import { parseUrl } from '../lib/url.js';
import { type Draft, putTraits } from './draft.js';
import type { DropReason } from './drops.js';
import type { EventLimit } from './event-limit.js';
import { isBot } from './steps/bot.js';
import { parseClient } from './steps/client.js';
import { isExcludedCountry, isExcludedHostname, isExcludedIp, isExcludedPath } from './steps/exclusions.js';
import { isHostingAddress } from './steps/hosting.js';
import { isLocalhost, isOwnHost } from './steps/hosts.js';
import { parseLanguage } from './steps/language.js';
import { parseHostname } from './steps/page.js';
import type { Places } from './steps/place.js';
import { findSource } from './steps/source.js';
import { hashVisitor } from './steps/visitor.js';
import type { VisitorKeys } from './visitors/visitor-keys.js';

export interface Tools {
  readonly places: Places;
  readonly keysAt: VisitorKeys['at'];
}

export interface CollectTools extends Tools {
  readonly eventLimit: Pick<EventLimit, 'take'>;
}

/** Adds to the draft, or returns a drop reason. */
export interface Step<Needed = Tools> {
  readonly name: string;
  readonly take: (draft: Draft, tools: Needed) => DropReason | undefined;
}

const dropIf = (reason: DropReason, test: (draft: Draft) => boolean): Step => ({
  name: `drop ${reason}`,
  take: (draft) => (test(draft) ? reason : undefined),
});

const put = (what: string, write: (draft: Draft, tools: Tools) => void): Step => ({
  name: `put ${what}`,
  take: (draft, tools) => {
    write(draft, tools);
    return undefined;
  },
});

const putPlace = put('place', (draft, { places }) =>
  putTraits(draft, places.of(draft.sender.address, draft.sender.proxyHeaders)),
);

const putClient = put('client', (draft) => putTraits(draft, parseClient(draft.sender.userAgent, draft.sender.hints)));

const putLanguage = put('language', (draft) => putTraits(draft, { language: parseLanguage(draft.language) }));

const putSource = put('source', (draft) => {
  const isOwn = (host: string) => isOwnHost(draft.website, host);
  putTraits(draft, findSource({ url: draft.url, referrer: draft.referrer, isOwnHost: isOwn }));
});

const putVisitor = put('visitor', ({ event, website, sender }, { keysAt }) => {
  const { current, former } = keysAt(event.time);
  event.visitorId = hashVisitor(current, website.id, sender);
  if (former !== undefined) event.formerVisitorId = hashVisitor(former, website.id, sender);
});

/** The tracker knows only the page's host, so clicks on links to the website's other hosts are dropped here. */
function isInternalLink({ event: { type, link, hostname }, website }: Draft): boolean {
  const url = type === 'exit' ? parseUrl(link) : undefined;
  if (url === undefined) return false;
  const host = parseHostname(url);
  return host === hostname || isOwnHost(website, host);
}

const dropIfTooMany: Step<CollectTools> = {
  name: 'drop rate_limited',
  take: ({ event, sender, website }, { eventLimit }) =>
    eventLimit.take(website.id, sender.address, event.time) ? undefined : 'rate_limited',
};

/** Steps that derive an event's traits from its own fields, for collected and imported events alike. */
export const describing: readonly Step[] = [putPlace, putClient, putLanguage, putSource];

const pageRules: readonly Step[] = [
  dropIf('localhost', ({ event, allowsLocalhost }) => isLocalhost(event.hostname) && !allowsLocalhost),
  dropIf('foreign_host', ({ event, website }) => !isLocalhost(event.hostname) && !isOwnHost(website, event.hostname)),
  dropIf('internal_link', isInternalLink),
  dropIf('excluded_hostname', ({ event, website }) => isExcludedHostname(website, event.hostname)),
  dropIf('excluded_path', ({ event, website }) => isExcludedPath(website, event.path)),
  dropIf('excluded_ip', ({ sender, website }) => isExcludedIp(website, sender.address)),
];

const dropBots = dropIf('bot', ({ sender }) => isBot(sender.userAgent, sender.hints?.brands));

const placeRules: readonly Step[] = [
  dropIf('hosting', ({ sender, website }) => website.excludeHosting && isHostingAddress(sender.address)),
  putPlace,
  dropIf('excluded_country', ({ event, website }) => isExcludedCountry(website, event.traits.country)),
];

const putOthers: readonly Step[] = [putClient, putLanguage, putSource];

/** All steps of a collected event of a known website, in order. Cheap refusals come first. */
export const collecting: readonly Step<CollectTools>[] = [
  ...pageRules,
  dropIfTooMany,
  dropBots,
  ...placeRules,
  ...putOthers,
  putVisitor,
];

/** Steps of an event that a server reports. A key was needed, so no address can send too many. */
export const reporting: readonly Step[] = [...pageRules, dropBots, ...placeRules, ...putOthers, putVisitor];

/** The server has named the visitor, and has not said with which browser. */
export const reportingWithoutClient = reporting.filter((step) => step !== dropBots);

export function run<Needed>(steps: readonly Step<Needed>[], draft: Draft, tools: Needed): DropReason | undefined {
  for (const step of steps) {
    const reason = step.take(draft, tools);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

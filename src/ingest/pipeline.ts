import { isBot } from './bot.js';
import { clientOf } from './client.js';
import { type Draft, withTraits } from './draft.js';
import type { DropReason } from './drops.js';
import { isExcludedCountry, isExcludedHostname, isExcludedIp, isExcludedPath } from './exclusions.js';
import { isLocalhost, isOwnHost } from './hosts.js';
import { languageOf } from './language.js';
import type { Places } from './place.js';
import { sourceOf } from './source.js';
import { visitorOf } from './visitor.js';

/** What the steps know beside the event itself. */
export interface Tools {
  readonly places: Places;
  /** Key of the visitors' hashes. */
  readonly secret: string;
}

/** A step says more of the event, or why it is dropped. */
export interface Step {
  readonly name: string;
  readonly take: (draft: Draft, tools: Tools) => Draft | DropReason;
}

const dropIf = (reason: DropReason, test: (draft: Draft) => boolean): Step => ({
  name: `drop ${reason}`,
  take: (draft) => (test(draft) ? reason : draft),
});

const putPlace: Step = {
  name: 'put place',
  take: (draft, { places }) => withTraits(draft, places.of(draft.sender.address, draft.sender.proxyHeaders)),
};

const putClient: Step = {
  name: 'put client',
  take: (draft) => withTraits(draft, clientOf(draft.sender.userAgent, draft.sender.hints)),
};

const putLanguage: Step = {
  name: 'put language',
  take: (draft) => withTraits(draft, { language: languageOf(draft.language) }),
};

const putSource: Step = {
  name: 'put source',
  take: (draft) => {
    const isOwn = (host: string) => isOwnHost(draft.website, host);
    return withTraits(draft, sourceOf({ url: draft.url, referrer: draft.referrer, isOwnHost: isOwn }));
  },
};

const putVisitor: Step = {
  name: 'put visitor',
  take: (draft, { secret }) => ({
    ...draft,
    event: { ...draft.event, visitorId: visitorOf(secret, draft.website.id, draft.sender) },
  }),
};

/** What an event says by itself; history that is imported is derived in the same way. */
export const describing: readonly Step[] = [putPlace, putClient, putLanguage, putSource];

/** Everything that happens to a collected event of a known website, in order. Cheap refusals come first. */
export const collecting: readonly Step[] = [
  dropIf('localhost', ({ event, allowsLocalhost }) => isLocalhost(event.hostname) && !allowsLocalhost),
  dropIf('foreign_host', ({ event, website }) => !isLocalhost(event.hostname) && !isOwnHost(website, event.hostname)),
  dropIf('excluded_hostname', ({ event, website }) => isExcludedHostname(website, event.hostname)),
  dropIf('excluded_path', ({ event, website }) => isExcludedPath(website, event.path)),
  dropIf('excluded_ip', ({ sender, website }) => isExcludedIp(website, sender.address)),
  dropIf('bot', ({ sender }) => isBot(sender.userAgent)),
  putPlace,
  dropIf('excluded_country', ({ event, website }) => isExcludedCountry(website, event.traits.country)),
  putClient,
  putLanguage,
  putSource,
  putVisitor,
];

/** Runs the steps until one drops the event. */
export function run(steps: readonly Step[], draft: Draft, tools: Tools): Draft | DropReason {
  let current = draft;
  for (const step of steps) {
    const next = step.take(current, tools);
    if (typeof next === 'string') return next;
    current = next;
  }
  return current;
}

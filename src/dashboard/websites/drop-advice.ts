import { type DropReason, dropNames, isDropReason } from '../../ingest/drops.js';
import type { Website } from '../../websites/website.js';

/** An explanation of one drop reason. */
interface Advice {
  /** One or two sentences. */
  readonly todo: (website: Website) => string;
}

const ADVICE: Readonly<Record<DropReason, Advice>> = {
  unknown_key: {
    todo: () => 'The page carries a tracking key that is not, or no longer, in use. Put the snippet below on it again.',
  },
  localhost: {
    todo: () =>
      'The page is served from localhost. Add data-allow-localhost="true" to the script element while you are testing.',
  },
  foreign_host: {
    todo: ({ domain }) =>
      `The page's host is not ${domain} or a subdomain of it. Add that host to the allowed domains in the settings.`,
  },
  internal_link: {
    todo: () => 'The click leads to another page of the website itself, which is no outbound link.',
  },
  excluded_hostname: {
    todo: () => "The page's host is one of the excluded host names. Take it off that list in the settings.",
  },
  excluded_path: {
    todo: () => "The page's path matches one of the excluded paths. Take that pattern off the list in the settings.",
  },
  excluded_ip: {
    todo: () => 'The visit came from an excluded IP address: your own, perhaps. Try from another network.',
  },
  excluded_country: {
    todo: () => 'The visit came from an excluded country. Take that country off the list in the settings.',
  },
  hosting: {
    todo: () =>
      'The visit came from a data center, as a VPN can make it look. Allow data centers in the settings if they are people.',
  },
  bot: {
    todo: () =>
      'The browser says that it is a bot, or that a program drives it. Open the page in an ordinary browser window.',
  },
  rate_limited: {
    todo: () =>
      'One address sent more events in a minute than are allowed. If these are many people behind a proxy of yours, set TRUSTED_PROXIES to its address. If they share one address, raise EVENT_RATE_LIMIT_PER_MINUTE.',
  },
};

/** A message about the dropped events of one reason: their number, and what to do. */
export interface DropNotice {
  /** `3 events were dropped: a foreign host.` */
  readonly happened: string;
  readonly todo: string;
}

export function dropNotice(website: Website, reason: string, events: number): DropNotice {
  const advice = isDropReason(reason) ? ADVICE[reason] : undefined;
  const number = events === 1 ? '1 event was dropped' : `${events.toLocaleString('en')} events were dropped`;
  return {
    happened: `${number}: ${isDropReason(reason) ? dropNames[reason] : reason}.`,
    todo: advice?.todo(website) ?? '',
  };
}

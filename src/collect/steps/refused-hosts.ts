import { millisecondsInDay } from 'date-fns/constants';
import { LRUCache } from 'lru-cache';
import { isOwnHost, type OwnHosts } from './hosts.js';

const MAX_WEBSITES = 1_000;
/** Anyone can send events from invented hosts, so only the latest are kept. */
const MAX_HOSTS_PER_WEBSITE = 5;
const MAX_UNKNOWN_KEY_HOSTS = 1_000;

/** A host whose pageviews were dropped within the last 24 hours. */
export interface RefusedHost {
  readonly host: string;
  readonly pageviews: number;
}

interface Count {
  /** Epoch milliseconds of the first pageview. */
  readonly since: number;
  readonly pageviews: number;
}

type Counts = LRUCache<string, Count>;

/**
 * The hosts of pages whose events were dropped because of the host or the tracking key. In memory, of this process
 * alone: it helps while a site owner installs the tracker. Drops are counted elsewhere.
 */
export class RefusedHosts {
  readonly #foreign = new LRUCache<string, Counts>({ max: MAX_WEBSITES });
  readonly #unknownKey: Counts = new LRUCache({ max: MAX_UNKNOWN_KEY_HOSTS });

  addForeign(websiteId: string, host: string, now: number): void {
    const counts = this.#foreign.get(websiteId) ?? new LRUCache({ max: MAX_HOSTS_PER_WEBSITE });
    this.#foreign.set(websiteId, counts);
    countPageview(counts, host, now);
  }

  addUnknownKey(host: string, now: number): void {
    countPageview(this.#unknownKey, host, now);
  }

  /** Hosts that used the website's key without belonging to it. */
  foreignHosts(website: OwnHosts & { readonly id: string }, now: number): readonly RefusedHost[] {
    return listHosts(this.#foreign.get(website.id), now).filter(({ host }) => !isOwnHost(website, host));
  }

  /**
   * The website's own hosts that sent an unknown key. A pattern such as `*.com` includes other people's hosts, so
   * patterns in `allowedDomains` are ignored.
   */
  unknownKeyHosts({ domain, allowedDomains }: OwnHosts, now: number): readonly RefusedHost[] {
    const own = { domain, allowedDomains: allowedDomains.filter((entry) => !entry.includes('*')) };
    return listHosts(this.#unknownKey, now).filter(({ host }) => isOwnHost(own, host));
  }
}

function countPageview(counts: Counts, host: string, now: number): void {
  const known = counts.get(host);
  const isRecent = known !== undefined && now - known.since < millisecondsInDay;
  counts.set(host, isRecent ? { ...known, pageviews: known.pageviews + 1 } : { since: now, pageviews: 1 });
}

const listHosts = (counts: Counts | undefined, now: number): readonly RefusedHost[] =>
  [...(counts?.entries() ?? [])]
    .filter(([, { since }]) => now - since < millisecondsInDay)
    .map(([host, { pageviews }]) => ({ host, pageviews }));

import { parse } from 'tldts';
import { memoize } from '../../lib/memoize.js';
import { bounded } from '../../lib/text.js';
import { parseHttpUrl } from '../../lib/url.js';
import { DIRECT } from '../event.js';
import { clickIds, type Parameters, parseCampaign, readParameters } from './campaign.js';
import { classifyChannel } from './channel.js';
import { canonicalHost } from './hosts.js';
import { findSourceKind, nameOfApp, nameOfHost, nameOfText } from './known-sources.js';
import { parseHostname } from './page.js';

const MAX_NAME_LENGTH = 255;
const MAX_CACHED_NAMES = 5_000;

export interface Source {
  /** Name of a known source, else its host without `www.`, else the link's own name for it; `Direct` without any. */
  readonly referrer: string;
  readonly channel: string;
  /** Campaign parameters as they stand in the URL; empty when missing. */
  readonly utmSource: string;
  readonly utmMedium: string;
  readonly utmCampaign: string;
  readonly ref: string;
  readonly utmContent: string;
  readonly utmTerm: string;
}

export interface Arrival {
  /** The page's address, with the query it was opened with. */
  readonly url: URL;
  /** `document.referrer`, or an Android app's equivalent; empty without one. */
  readonly referrer: string;
  readonly isOwnHost: (host: string) => boolean;
}

export function findSource({ url, referrer, isOwnHost }: Arrival): Source {
  if (referrer === '' && url.search === '') return DIRECT_SOURCE;
  const parameters = readParameters(url.search);
  const { source, ...campaign } = parseCampaign(parameters);
  const pageHost = parseHostname(url);
  const isOwn = (host: string) => host === pageHost || isOwnHost(host);
  const known = source === '' ? nameOfReferrer(referrer, isOwn) : nameOfLabel(source);
  const name = known || source;
  const network = adNetwork(parameters, name);
  return {
    referrer: name,
    channel: classifyChannel({
      source: name.toLowerCase(),
      kind: findSourceKind(known === DIRECT ? (network ?? known) : known),
      medium: campaign.utmMedium.toLowerCase(),
      campaign: campaign.utmCampaign.toLowerCase(),
      adClick: network !== undefined,
    }),
    ...campaign,
  };
}

/** The source of most events. */
export const DIRECT_SOURCE: Source = {
  referrer: DIRECT,
  channel: DIRECT,
  utmSource: '',
  utmMedium: '',
  utmCampaign: '',
  ref: '',
  utmContent: '',
  utmTerm: '',
};

function nameOfReferrer(referrer: string, isOwn: (host: string) => boolean): string {
  // Most events have no referrer, and parsing an empty one takes as long as the rest of an event.
  if (referrer === '') return DIRECT;
  const app = parseAndroidPackage(referrer);
  if (app !== undefined) return nameOfApp(app) ?? app;
  const url = parseHttpUrl(referrer);
  if (url === undefined) return DIRECT;
  const host = parseHostname(url);
  return isOwn(host) ? DIRECT : nameOfSite(host);
}

/** From `android-app://com.example.app/…`, which apps send as a referrer. */
function parseAndroidPackage(referrer: string): string | undefined {
  const found = /^android-app:\/\/([\w.]+)/i.exec(referrer.trim());
  return found?.[1] === undefined ? undefined : bounded(found[1].toLowerCase(), MAX_NAME_LENGTH);
}

const nameOfSite = memoize((host) => nameOfHost(host) ?? (withoutWww(host) || DIRECT), MAX_CACHED_NAMES);

/** Keeps `www.com`. */
const withoutWww = (host: string): string => host.replace(/^www\.(?=.+\.)/, '');

/** Names the source of a URL, a host or a known word; empty for other text. */
export const nameOfLabel = memoize((label) => {
  if (/^\(?(?:direct|none|not set)\)?$/i.test(label)) return DIRECT;
  const url = parseHttpUrl(label);
  if (url !== undefined) return nameOfSite(parseHostname(url));
  const [host = ''] = label.split(/[/:?#]/, 1);
  if (isHostLike(host)) return nameOfSite(bounded(canonicalHost(host), MAX_NAME_LENGTH));
  return nameOfText(label) ?? '';
}, MAX_CACHED_NAMES);

/** `news.example.com` is; `v1.2` and `Spring sale. Now!` are not. */
const isHostLike = (text: string): boolean =>
  /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+\.?$/u.test(text) && parse(text).isIcann === true;

/**
 * Returns the network whose advertisement was clicked, by the click id in the address. A link that was copied from an
 * advertisement keeps the id, so the source has to be one of the network's own, or unknown.
 */
function adNetwork(parameters: Parameters, source: string): string | undefined {
  for (const name of parameters.keys()) {
    const [owner, ...partners] = networks.get(name) ?? [];
    if (owner === undefined) continue;
    if (source === DIRECT || source === owner || partners.includes(source)) return owner;
  }
  return undefined;
}

const networks = new Map(Object.entries(clickIds));

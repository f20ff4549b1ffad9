import { ARRIVALS, type Arrival } from './arrivals.js';
import type { PastEvent } from './past-event.js';

export interface Campaign {
  readonly name: string;
  readonly campaign: string;
  readonly source: string;
  readonly medium: string | null;
  readonly ref: string | null;
}

/** What a session takes from its first event. */
export interface Traits {
  readonly referrer: string;
  readonly channel: string;
  readonly campaign: Campaign | null;
  readonly utmSource: string | null;
  readonly utmMedium: string | null;
  readonly utmCampaign: string | null;
  readonly ref: string | null;
  readonly utmContent: string | null;
  readonly utmTerm: string | null;
  readonly screen: string | null;
  readonly entryPage: string;
  readonly country: string;
  readonly region: string | null;
  readonly city: string;
  readonly browser: string;
  readonly browserVersion: string | null;
  readonly os: string;
  readonly osVersion: string | null;
  readonly device: string;
  readonly language: string;
}

export function traitsOf(event: PastEvent, domain: string): Traits {
  const arrival = arrivalOf(event, domain);
  const { region = null, browserVersion = null, osVersion = null } = event.exported ?? {};
  return {
    referrer: arrival.source,
    channel: arrival.channel,
    campaign: campaignOf(event.url),
    ...parametersOf(event.url),
    utmContent: new URL(event.url).searchParams.get('utm_content') || null,
    utmTerm: new URL(event.url).searchParams.get('utm_term') || null,
    screen: event.screen ?? null,
    entryPage: pathOf(event),
    country: event.country ?? 'ZZ',
    region,
    city: event.city ?? 'Unknown',
    browser: event.browser ?? 'Unknown',
    browserVersion,
    os: event.os ?? 'Unknown',
    osVersion,
    device: event.device,
    language: event.language ?? 'und',
  };
}

/** The readable path, without a trailing slash save the root. */
export function pathOf({ url, hash = false }: PastEvent): string {
  const { pathname, hash: fragment } = new URL(url);
  const path = (pathname.replace(/\/+$/, '') || '/') + (hash ? fragment : '');
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function parametersOf(url: string): Pick<Traits, 'utmSource' | 'utmMedium' | 'utmCampaign' | 'ref'> {
  const parameters = new URL(url).searchParams;
  const utmSource = parameters.get('utm_source') || null;
  return {
    utmSource,
    utmMedium: parameters.get('utm_medium') || null,
    utmCampaign: parameters.get('utm_campaign') || null,
    ref: parameters.get('ref') || (utmSource === null && parameters.get('source')) || null,
  };
}

function campaignOf(url: string): Campaign | null {
  const { utmSource: source, utmMedium: medium, utmCampaign: campaign, ref } = parametersOf(url);
  const set = Object.entries({ utm_source: source, utm_medium: medium, utm_campaign: campaign, ref })
    .filter(([, value]) => value !== null)
    .map(([parameter, value]) => `${parameter}=${encodeURIComponent(value ?? '')}`);
  if (set.length === 0) return null;
  return { name: `?${set.join('&')}`, campaign: campaign ?? 'Unknown', source: source ?? 'Unknown', medium, ref };
}

const TRACKING = ['utm_source', 'utm_medium', 'utm_campaign', 'ref', 'source', 'gclid', 'msclkid', 'fbclid'];
const SOURCES = ['utm_source', 'source', 'ref'];

/** The entry of the table under which an event falls. One with a source among its parameters has no referrer there. */
function keyOf(search: URLSearchParams, referrer: string): string {
  const parameters = TRACKING.filter((name) => search.get(name)).map((name) => `${name}=${search.get(name)}`);
  const named = SOURCES.some((name) => search.get(name));
  return JSON.stringify([parameters, named ? '' : referrer]);
}

const TABLE: ReadonlyMap<string, Arrival> = new Map(
  ARRIVALS.map((arrival) => [keyOf(new URLSearchParams(arrival.query), arrival.referrer ?? ''), arrival]),
);

function arrivalOf(event: PastEvent, domain: string): Arrival {
  const referrer = foreign(event.referrer, domain);
  const arrival = TABLE.get(keyOf(new URL(event.url).searchParams, referrer));
  if (arrival === undefined) throw new RangeError(`no such arrival: ${event.url} from ${referrer}`);
  return arrival;
}

/** The referrer, or nothing where it is the website's own or no URL. */
function foreign(referrer: string | undefined, domain: string): string {
  if (referrer === undefined || !URL.canParse(referrer)) return '';
  const host = new URL(referrer).hostname;
  return host === domain || host.endsWith(`.${domain}`) ? '' : referrer;
}

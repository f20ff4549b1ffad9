import { type DropReason, dropName, isDropReason, isPartialReason } from '../../../collect/drops.js';
import { type Text, t } from '../../../lib/language/translate.js';
import { unicodeHost } from '../../../lib/unicode-host.js';
import type { Website } from '../../../websites/website.js';

/** What to do, in one or two sentences. `domain` is the website's. */
const ADVICE: Readonly<Record<DropReason, Text>> = {
  unknown_key: 'The page uses a tracking key that no longer exists. Replace the snippet with the one on this page.',
  localhost: 'The page is served from localhost. While testing, add data-allow-localhost="true" to the script tag.',
  foreign_host:
    'The page is not on {domain} or one of its subdomains. Add its domain to the allowed domains in the settings.',
  internal_link: 'The click leads to another page of the website itself, which is no outbound link.',
  excluded_hostname: 'The page is on an excluded hostname. You can remove it from the list in the settings.',
  excluded_path: 'The page matches an excluded path. You can remove it from the list in the settings.',
  excluded_ip: 'The visit came from an excluded IP address, perhaps your own. Try from another network.',
  excluded_country: 'The visit came from an excluded country. You can remove it from the list in the settings.',
  hosting:
    'The visit came from a data center or a VPN. If these are real people, allow data-center traffic in the settings.',
  bot: 'The browser identifies itself as a bot or is automated. Open the page in a regular browser window; a program can send a browser’s User-Agent header.',
  rate_limited:
    'One IP address sent more events per minute than allowed. If these are people behind your own proxy, set TRUSTED_PROXIES to its address. If they share one address, raise EVENT_RATE_LIMIT_PER_MINUTE.',
  property_limit: 'The events count, without the properties that are too many or too long.',
  invalid_revenue: 'The events count without revenue. Send a decimal number as revenue, and a currency such as EUR.',
};

/** Number of dropped events of one reason, and what to do. */
export interface DropNotice {
  /** `3 events ignored: unrecognized domain.` */
  readonly happened: string;
  readonly todo: string;
}

export function dropNotice({ domain }: Website, reason: string, events: number): DropNotice {
  const values = { count: events, reason: dropName(reason) };
  return {
    happened: isPartialReason(reason)
      ? t('{count, plural, one {# event incomplete: {reason}.} other {# events incomplete: {reason}.}}', values)
      : t('{count, plural, one {# event ignored: {reason}.} other {# events ignored: {reason}.}}', values),
    todo: isDropReason(reason) ? t(ADVICE[reason], { domain: unicodeHost(domain) }) : '',
  };
}

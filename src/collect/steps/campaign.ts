import { bounded } from '../../lib/text.js';

const MAX_PARAMETER_LENGTH = 255;

/** Parameters beyond this number are ignored: a link that a person follows never has as many. */
const MAX_PARAMETERS = 1_000;

/** By name, in the order of the query. */
export type Parameters = ReadonlyMap<string, string>;

/** A link's tracking parameters as they stand in its query, each of at most 255 characters; empty when missing. */
export interface Campaign {
  readonly utmSource: string;
  readonly utmMedium: string;
  readonly utmCampaign: string;
  /** `ref`; or `source`, when no other parameter names one. */
  readonly ref: string;
  readonly utmContent: string;
  readonly utmTerm: string;
  /** The first of `utm_source`, `source` and `ref`: the source that the link states. */
  readonly source: string;
}

export function parseCampaign(parameters: Parameters): Campaign {
  const parameter = (name: string): string => parameters.get(name) ?? '';
  const utmSource = parameter('utm_source');
  const source = parameter('source');
  const ref = parameter('ref');
  return {
    utmSource,
    utmMedium: parameter('utm_medium'),
    utmCampaign: parameter('utm_campaign'),
    ref: ref || (utmSource === '' ? source : ''),
    utmContent: parameter('utm_content'),
    utmTerm: parameter('utm_term'),
    source: utmSource || source || ref,
  };
}

const google = ['Google', 'YouTube', 'Gmail', 'Google Shopping', 'Google Maps', 'DoubleClick'];
const microsoft = ['Bing', 'MSN', 'Outlook', 'Microsoft Copilot', 'Yahoo', 'AOL', 'DuckDuckGo', 'Ecosia', 'Qwant'];

/**
 * Parameters that networks add to the links of their advertisements, with the sources that show such an advertisement,
 * the network itself first. `fbclid` is not among them: Facebook adds it to every link, paid or not.
 */
export const clickIds: Readonly<Record<string, readonly string[]>> = {
  ScCid: ['Snapchat'],
  gbraid: google,
  gclid: google,
  li_fat_id: ['LinkedIn'],
  msclkid: microsoft,
  rdt_cid: ['Reddit'],
  ttclid: ['TikTok'],
  twclid: ['X'],
  wbraid: google,
  yclid: ['Yandex', 'Yandex Mail', 'Dzen'],
};

const names = new Set([
  ...['utm_source', 'utm_medium', 'utm_campaign', 'source', 'ref', 'utm_content', 'utm_term'],
  ...Object.keys(clickIds),
]);

/** Names of parameters are ASCII, so others are skipped before decoding. */
const ASCII_NAME = /^(?:\w|%[2-7][\da-f])+$/i;

/**
 * Reads the parameters that state the source of a visit, each once: the first value that is not empty. Only these are
 * decoded, because each broken escape costs an exception.
 *
 * @param search the query of an address, including its `?`
 */
export function readParameters(search: string): Parameters {
  const found = new Map<string, string>();
  for (const pair of search.slice(1).split('&', MAX_PARAMETERS)) {
    const [written = ''] = pair.split('=', 1);
    if (pair.length <= written.length + 1) continue;
    const name = ASCII_NAME.test(written) ? decodeURIComponent(written) : '';
    if (!names.has(name) || found.has(name)) continue;
    const value = new URLSearchParams(pair).get(name) ?? '';
    const text = bounded(value.trim(), MAX_PARAMETER_LENGTH);
    if (text !== '') found.set(name, text);
  }
  return found;
}

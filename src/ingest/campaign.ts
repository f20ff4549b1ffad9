import { bounded } from './bounded.js';
import { clickIds } from './data/click-ids.js';

const MAX_PARAMETER_LENGTH = 255;

/** What is further behind in a query is passed over: a link that a person follows has no such number of parameters. */
const MAX_PARAMETERS = 1_000;

/** Parameters that say where a visit came from, by name, in the order of the query. */
export type Parameters = ReadonlyMap<string, string>;

/** A link's tracking parameters as they stand in its query, each of at most 255 characters; empty when missing. */
export interface Campaign {
  readonly utmSource: string;
  readonly utmMedium: string;
  readonly utmCampaign: string;
  /** `ref`; or `source`, where that alone names one. */
  readonly ref: string;
  /** The first of `utm_source`, `source` and `ref`: what the link says it is in. */
  readonly source: string;
}

export function campaignOf(parameters: Parameters): Campaign {
  const parameter = (name: string): string => parameters.get(name) ?? '';
  const utmSource = parameter('utm_source');
  const source = parameter('source');
  const ref = parameter('ref');
  return {
    utmSource,
    utmMedium: parameter('utm_medium'),
    utmCampaign: parameter('utm_campaign'),
    ref: ref || (utmSource === '' ? source : ''),
    source: utmSource || source || ref,
  };
}

const names = new Set(['utm_source', 'utm_medium', 'utm_campaign', 'source', 'ref', ...Object.keys(clickIds)]);

/** A name that can be one of these: they have no characters whose escapes could be broken. */
const ASCII_NAME = /^(?:\w|%[2-7][\da-f])+$/i;

/**
 * Reads the parameters that say where a visit came from, each once: the first that is not empty, where one is given several
 * times. Only these are decoded, since each broken escape costs an exception.
 *
 * @param search the query of an address, with its question mark
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

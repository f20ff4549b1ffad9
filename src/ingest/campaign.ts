import { bounded } from './bounded.js';

const LONGEST_PARAMETER = 255;

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

export function campaignOf(query: URLSearchParams): Campaign {
  const utmSource = parameter(query, 'utm_source');
  const source = parameter(query, 'source');
  const ref = parameter(query, 'ref');
  return {
    utmSource,
    utmMedium: parameter(query, 'utm_medium'),
    utmCampaign: parameter(query, 'utm_campaign'),
    ref: ref || (utmSource === '' ? source : ''),
    source: utmSource || source || ref,
  };
}

/** The first that is not empty, where a parameter is given several times. */
export function parameter(query: URLSearchParams, name: string): string {
  for (const value of query.getAll(name)) {
    const text = bounded(value.trim(), LONGEST_PARAMETER);
    if (text !== '') return text;
  }
  return '';
}

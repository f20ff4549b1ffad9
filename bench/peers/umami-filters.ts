import type { FilterName } from '../../src/stats/dimensions.js';
import type { CaseQuery } from '../questions/case.js';
import { quoted, second } from './peer.js';

const filterColumns: Readonly<Partial<Record<FilterName, string>>> = {
  referrer: 'referrer_domain',
  campaign: 'utm_campaign',
  page: 'url_path',
  country: 'country',
  city: 'city',
  browser: 'browser',
  os: 'os',
  device: 'device',
  language: 'language',
};

/** All events of the range. */
export const inRange = ({ websiteId, start, end }: CaseQuery, table = ''): string =>
  `${table}website_id = '${websiteId}' AND ${table}created_at BETWEEN ${second(start)} AND ${second(end - 1000)}`;

/** Events that are no custom events. */
export const chosen = (query: CaseQuery): string =>
  [
    `${inRange(query)} AND event_type != 2`,
    ...Object.entries(query.filters).map(([name, value]) => `${filterColumns[name as FilterName]} = ${quoted(value)}`),
  ].join(' AND ');

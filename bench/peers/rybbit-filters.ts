import type { FilterName } from '../../src/stats/dimensions.js';
import { plannedWebsites } from '../data-set/plan.js';
import type { CaseQuery } from '../questions/case.js';
import { quoted, second } from './peer.js';

const filterColumns: Readonly<Partial<Record<FilterName, string>>> = {
  referrer: 'referrer',
  campaign: "url_parameters['utm_campaign']",
  page: 'pathname',
  country: 'country',
  city: 'city',
  browser: 'browser',
  os: 'operating_system',
  device: 'device_type',
  language: 'language',
};

/** A session's first value must be searched in all of its events. */
const firstOfSession: Readonly<Partial<Record<FilterName, string>>> = { channel: 'channel', entryPage: 'pathname' };

export const inRange = ({ websiteId, start, end }: CaseQuery): string =>
  `site_id = ${plannedWebsites.findIndex(({ id }) => id === websiteId) + 1} AND timestamp >= ${second(start)} AND timestamp < ${second(end)}`;

export function chosen(query: CaseQuery): string {
  const conditions = Object.entries(query.filters).map(([name, value]) => {
    const first = firstOfSession[name as FilterName];
    return first === undefined
      ? `${filterColumns[name as FilterName]} = ${quoted(value)}`
      : `session_id IN (SELECT session_id FROM rybbit.events WHERE ${inRange(query)} GROUP BY session_id HAVING argMin(${first}, timestamp) = ${quoted(value)})`;
  });
  return [inRange(query), ...conditions].join(' AND ');
}

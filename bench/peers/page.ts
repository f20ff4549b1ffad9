import type { CaseQuery } from '../questions/case.js';
import { isPosted } from '../questions/posted.js';
import type { Peer } from './peer.js';

/** Undefined when the peer has no such report. */
export function peerStatements(peer: Peer, query: CaseQuery): readonly string[] | undefined {
  const { endpoint } = query;
  if (isPosted(endpoint)) return peer.posted[endpoint]?.(query);
  if (endpoint !== 'page') return peer.statements({ ...query, endpoint });
  const parts = pageParts(query).map((part) => peer.statements(part));
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

/** The reports of our default page, without current visitors and custom events, which peers show too. */
const pageParts = (query: CaseQuery) =>
  [
    { ...query, endpoint: 'main' },
    { ...query, endpoint: 'visitors-chart' },
    { ...query, ...query.previous, endpoint: 'visitors-chart' },
    { ...query, endpoint: 'referrers' },
    { ...query, endpoint: 'pages' },
    { ...query, endpoint: 'countries', limit: undefined },
    { ...query, endpoint: 'browsers' },
  ] as const;

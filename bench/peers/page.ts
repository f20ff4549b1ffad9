import type { Asked } from '../questions/case.js';
import type { Peer } from './peer.js';

/** Undefined when the peer has no such report. */
export function peerStatements(peer: Peer, asked: Asked): readonly string[] | undefined {
  const { endpoint } = asked;
  if (endpoint !== 'page') return peer.statements({ ...asked, endpoint });
  const parts = pageParts(asked).map((part) => peer.statements(part));
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

/** The reports of our default page, without current visitors and custom events, which peers show too. */
const pageParts = (asked: Asked) =>
  [
    { ...asked, endpoint: 'main' },
    { ...asked, endpoint: 'visitors-chart' },
    { ...asked, ...asked.previous, endpoint: 'visitors-chart' },
    { ...asked, endpoint: 'referrers' },
    { ...asked, endpoint: 'pages' },
    { ...asked, endpoint: 'countries', limit: undefined },
    { ...asked, endpoint: 'browsers' },
  ] as const;

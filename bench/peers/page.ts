import type { Asked } from '../questions/case.js';
import type { Peer } from './peer.js';

/** Returns what a peer asks for a query; undefined where it has no such report. */
export function peerStatements(peer: Peer, asked: Asked): readonly string[] | undefined {
  const { endpoint } = asked;
  if (endpoint !== 'page') return peer.statements({ ...asked, endpoint });
  const parts = partsOf(asked).map((part) => peer.statements(part));
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

/** The reports of our default page. The visitors of the last minutes, which peers show too, are not asked of them. */
const partsOf = (asked: Asked) =>
  [
    { ...asked, endpoint: 'main' },
    { ...asked, endpoint: 'visitors-chart' },
    { ...asked, ...asked.previous, endpoint: 'visitors-chart' },
    { ...asked, endpoint: 'referrers' },
    { ...asked, endpoint: 'pages' },
    { ...asked, endpoint: 'countries', limit: undefined },
    { ...asked, endpoint: 'browsers' },
  ] as const;

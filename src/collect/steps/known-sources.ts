import { parse } from 'tldts';
import { aliases } from '../known/aliases.js';
import { ambiguousNames } from '../known/ambiguous-names.js';
import { androidApps } from '../known/android-apps.js';
import { assistants } from '../known/assistants.js';
import { mailClients } from '../known/mail-clients.js';
import { otherSites } from '../known/other-sites.js';
import { searchEngines } from '../known/search-engines.js';
import { shoppingSites } from '../known/shopping-sites.js';
import { socialNetworks } from '../known/social-networks.js';
import { videoSites } from '../known/video-sites.js';

export type SourceKind = 'search' | 'social' | 'video' | 'shopping' | 'assistant' | 'mail' | 'other';

const lists: readonly (readonly [kind: SourceKind, names: Readonly<Record<string, string>>])[] = [
  ['search', searchEngines],
  ['social', socialNetworks],
  ['video', videoSites],
  ['shopping', shoppingSites],
  ['assistant', assistants],
  ['mail', mailClients],
  ['other', otherSites],
];

const nameByHost = new Map(lists.flatMap(([, names]) => Object.entries(names)));
const nameByApp = new Map(Object.entries(androidApps));
const kindByName = new Map(lists.flatMap(([kind, names]) => Object.values(names).map((name) => [name, kind] as const)));

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

const ambiguous = new Set(ambiguousNames);
const nameByText = new Map([
  ...[...kindByName.keys()].filter((name) => !ambiguous.has(name)).map((name) => [plain(name), name] as const),
  ...Object.entries(aliases),
]);

/** Returns the kind of a source by its name; undefined when it is unknown. */
export const findSourceKind = (name: string): SourceKind | undefined => kindByName.get(name);

/** Returns the name of the source that an Android package belongs to. */
export const nameOfApp = (packageName: string): string | undefined => nameByApp.get(packageName);

/** Returns the name of the source that a text such as `google`, `Hacker-News`, `ig` or `FB Ads` means. */
export const nameOfText = (text: string): string | undefined => nameByText.get(plain(text));

/** Returns the name of a host's source; the longest known host wins, `mail.google.com` over `google.*`. */
export function nameOfHost(host: string): string | undefined {
  const { domain, publicSuffix } = parse(host);
  let candidate: string | undefined = host;
  while (candidate !== undefined) {
    const name = nameByHost.get(candidate) ?? nameByHost.get(anySuffix(candidate, publicSuffix));
    if (name !== undefined) return name;
    candidate = candidate === domain ? undefined : parentHost(candidate);
  }
  return undefined;
}

/** Returns a host as in the lists: `google.co.uk` under `co.uk` is `google.*`. */
const anySuffix = (host: string, publicSuffix: string | null): string =>
  publicSuffix !== null && host.endsWith(`.${publicSuffix}`) ? `${host.slice(0, -publicSuffix.length)}*` : '';

function parentHost(host: string): string | undefined {
  const dot = host.indexOf('.');
  return dot < 0 ? undefined : host.slice(dot + 1);
}

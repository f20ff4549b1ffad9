import { parse } from 'tldts';
import { readList } from '../../lib/read-list.js';

const KINDS = ['search', 'social', 'video', 'shopping', 'assistant', 'mail', 'other'] as const;

export type SourceKind = (typeof KINDS)[number];

/** An entry of `lists/sources.tsv`, which says what its kinds are. */
export interface KnownSource {
  readonly kind: string;
  /** A host, an Android package or an alias; empty for a word. */
  readonly match: string;
  readonly name: string;
}

export const knownSources: readonly KnownSource[] = readList('sources.tsv').map(
  ([kind = '', match = '', name = '']) => ({
    kind,
    match,
    name,
  }),
);

const ofKind = (wanted: string) => knownSources.filter(({ kind }) => kind === wanted);
const nameByMatch = (sources: readonly KnownSource[]) => new Map(sources.map(({ match, name }) => [match, name]));

const nameByHost = nameByMatch(KINDS.flatMap(ofKind));
const nameByApp = nameByMatch(ofKind('app'));
const kindByName = new Map(KINDS.flatMap((kind) => ofKind(kind).map(({ name }) => [name, kind] as const)));

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

const words = new Set(ofKind('word').map(({ name }) => name));
const nameByText = new Map([
  ...[...kindByName.keys()].filter((name) => !words.has(name)).map((name) => [plain(name), name] as const),
  ...nameByMatch(ofKind('alias')),
]);

export const findSourceKind = (name: string): SourceKind | undefined => kindByName.get(name);

export const nameOfApp = (packageName: string): string | undefined => nameByApp.get(packageName);

/** Recognizes texts such as `google`, `Hacker-News`, `ig` or `FB Ads`. */
export const nameOfText = (text: string): string | undefined => nameByText.get(plain(text));

/** The longest known host wins: `mail.google.com` over `google.*`. */
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

/** `google.co.uk` under `co.uk` is `google.*`, as in the lists. */
const anySuffix = (host: string, publicSuffix: string | null): string =>
  publicSuffix !== null && host.endsWith(`.${publicSuffix}`) ? `${host.slice(0, -publicSuffix.length)}*` : '';

function parentHost(host: string): string | undefined {
  const dot = host.indexOf('.');
  return dot < 0 ? undefined : host.slice(dot + 1);
}

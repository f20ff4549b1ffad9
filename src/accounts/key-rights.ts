import { AppError, type FieldProblem } from '../lib/errors.js';
import type { apiKeys } from '../postgres/schema.js';

/** `ingest` adds events, `sql` runs statements, and neither includes another scope. */
export const SCOPES = ['read', 'write', 'ingest', 'sql'] as const;

export type KeyScope = (typeof SCOPES)[number];

/** Ids of websites of the account. A list without ids is none of them. */
export type KeyWebsites = 'all' | readonly string[];

/** What an API key may do with its account. */
export interface KeyRights {
  readonly scopes: readonly KeyScope[];
  readonly websites: KeyWebsites;
  /** Null for a key that does not expire. */
  readonly expiresAt: Date | null;
}

/** The rights of the account's own key. */
export const ALL_RIGHTS: KeyRights = { scopes: SCOPES, websites: 'all', expiresAt: null };

/** Returns the rights of a stored key. Ignores scopes that this version does not know. */
export const toRights = ({ scopes, websiteIds, expiresAt }: typeof apiKeys.$inferSelect): KeyRights =>
  scopes === null
    ? ALL_RIGHTS
    : { scopes: SCOPES.filter((scope) => scopes.includes(scope)), websites: websiteIds ?? 'all', expiresAt };

/** Throws AppError `forbidden` that names the scope. */
export function requireScope({ scopes }: KeyRights, scope: KeyScope): void {
  if (!scopes.includes(scope)) throw new AppError('forbidden', [`This API key does not have the scope ${scope}`]);
}

/** Throws AppError `forbidden` for a key that is limited to some websites. */
export function requireAllWebsites({ websites }: KeyRights): void {
  if (websites !== 'all') throw new AppError('forbidden', ['This needs an API key for all websites of the account']);
}

export const includesWebsite = ({ websites }: KeyRights, id: string): boolean =>
  websites === 'all' || websites.includes(id);

/**
 * Checks that a new key can do nothing that its creator cannot, nor for longer.
 *
 * @throws AppError `forbidden` that names everything that the creator may not give
 */
export function requireNoMoreThan(creator: KeyRights, rights: KeyRights): void {
  const problems = findExcess(creator, rights);
  if (problems.length > 0) throw new AppError('forbidden', problems);
}

/** Throws AppError `forbidden` for deleting a key that can do what the deleting one cannot, or for longer. */
export function requireDeletable(rights: KeyRights, deleted: KeyRights): void {
  if (findExcess(rights, deleted).length === 0) return;
  throw new AppError('forbidden', [
    'This API key can only delete keys that can do no more, nor for longer, than itself',
  ]);
}

function findExcess(creator: KeyRights, { scopes, websites, expiresAt }: KeyRights): readonly FieldProblem[] {
  const missing = scopes.filter((scope) => !creator.scopes.includes(scope));
  const hasMoreWebsites =
    creator.websites !== 'all' && (websites === 'all' || !websites.every((id) => includesWebsite(creator, id)));
  const lastsLonger = creator.expiresAt !== null && (expiresAt === null || expiresAt > creator.expiresAt);
  return [
    ...missing.map((scope) => ({ field: 'scopes', message: `this API key does not have the scope ${scope}` })),
    ...(hasMoreWebsites ? [{ field: 'websites', message: 'this API key has fewer websites' }] : []),
    ...(lastsLonger
      ? [{ field: 'expiresAt', message: `must not be after ${creator.expiresAt.toISOString()}, as of this API key` }]
      : []),
  ];
}

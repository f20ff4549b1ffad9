import { expect, test } from 'vitest';
import {
  ALL_RIGHTS,
  includesWebsite,
  type KeyRights,
  requireAllWebsites,
  requireNoMoreThan,
  requireScope,
} from '../../src/accounts/key-rights.js';

const rights = (more: Partial<KeyRights>): KeyRights => ({ ...ALL_RIGHTS, ...more });

test('a missing scope is named', () => {
  expect(() => requireScope(rights({ scopes: ['read'] }), 'sql')).toThrow('This API key does not have the scope sql');
  expect(() => requireScope(rights({ scopes: ['read'] }), 'read')).not.toThrow();
});

test('an empty list of websites is none of them', () => {
  expect(includesWebsite(rights({ websites: [] }), 'a')).toBe(false);
  expect(() => requireAllWebsites(rights({ websites: [] }))).toThrow('for all websites');
});

const LIMITED = rights({ scopes: ['read', 'write'], websites: ['a', 'b'], expiresAt: new Date(1_000) });

test.each<[Partial<KeyRights>, string | undefined]>([
  [{}, undefined],
  [{ websites: ['a'], scopes: ['read'], expiresAt: new Date(999) }, undefined],
  [{ websites: [] }, undefined],
  [{ websites: 'all' }, 'websites: '],
  [{ websites: ['a', 'c'] }, 'websites: '],
  [{ scopes: ['read', 'sql'] }, 'scopes: this API key does not have the scope sql'],
  [{ expiresAt: null }, 'expiresAt: must not be after 1970-01-01T00:00:01.000Z'],
  [{ expiresAt: new Date(1_001) }, 'expiresAt: '],
])('a key for less creates a key with %j only if that is no more', (more, message) => {
  const create = () => requireNoMoreThan(LIMITED, { ...LIMITED, ...more });
  if (message === undefined) expect(create).not.toThrow();
  else expect(create).toThrow(message);
});

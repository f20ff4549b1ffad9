import { z } from 'zod';
import { requireDeletable, requireNoMoreThan } from '../../accounts/key-rights.js';
import {
  createScopedKey,
  deleteScopedKey,
  keyExpiry,
  listScopedKeys,
  MAX_SCOPED_KEYS,
  type ScopedKey,
  scopedKeyName,
  scopeList,
} from '../../accounts/scoped-keys.js';
import { AppError } from '../../lib/errors.js';
import { findOwnIds, MAX_KEY_WEBSITES } from '../../websites/own-ids.js';
import { route, type Services } from '../services.js';

const tag = 'API keys';
const instant = z.iso.datetime();

const KEY_EXAMPLE = {
  id: '7f0c1f0e-4a0b-4d0e-9a53-0a4b8f4f2a11',
  name: 'Grafana',
  scopes: ['read', 'sql'],
  websites: 'all',
  expiresAt: '2027-01-01T00:00:00.000Z',
  lastUsedAt: null,
  start: 'ff_live_0a1b',
};

const websites = z.union([z.literal('all'), z.array(z.string())]);

const keyShape = z
  .object({
    id: z.uuid(),
    name: z.string(),
    scopes: scopeList,
    websites: websites.describe('Ids of websites, or `all`, which includes those that are added later'),
    expiresAt: instant.nullable().describe('Null for a key that does not expire'),
    lastUsedAt: instant.nullable().describe('To the minute; null before its first use'),
    start: z.string().describe('The first 12 characters of the key'),
  })
  .meta({ examples: [KEY_EXAMPLE] });

const newKey = z.object({
  name: scopedKeyName.meta({ examples: ['Grafana'] }),
  scopes: scopeList.meta({ examples: [['read'], ['read', 'sql']] }),
  websites: z
    .union([z.literal('all'), z.array(z.string()).min(1).max(MAX_KEY_WEBSITES)])
    .describe(`Ids of at most ${MAX_KEY_WEBSITES} websites of the account, or \`all\``)
    .meta({ examples: ['all'] }),
  expiresAt: keyExpiry
    .nullable()
    .optional()
    .describe('From then on, requests with the key are 401. Null or missing for a key that does not expire')
    .meta({ examples: ['2027-01-01T00:00:00Z', null] }),
});

const toView = ({ id, name, scopes, websites, expiresAt, lastUsedAt, start }: ScopedKey) => ({
  id,
  name,
  scopes: [...scopes],
  websites: websites === 'all' ? websites : [...websites],
  expiresAt: expiresAt?.toISOString() ?? null,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  start,
});

/** Keys with scopes. The account's own key is managed on the dashboard: docs/api-specification.md, section 5. */
export function keyRoutes({ websites: store, reader, now }: Services) {
  return [
    route({
      method: 'GET',
      path: '/keys',
      access: 'account',
      tag,
      summary: 'List API keys',
      description:
        "The oldest first, expired ones included. The account's own key, of the dashboard, is not among them.",
      response: z.array(keyShape),
      handle: async ({ account }) => ({ data: (await listScopedKeys(store.db, account.id)).map(toView) }),
    }),
    route({
      method: 'POST',
      path: '/keys',
      access: 'account',
      tag,
      summary: 'Create API key',
      description:
        'Creates a key with at most the rights of the key that creates it: 403 otherwise. The key is in this answer ' +
        `alone, since only its hash is stored. An account has at most ${MAX_SCOPED_KEYS} of these keys.`,
      body: newKey,
      response: keyShape.extend({ key: z.string().describe('The key itself') }),
      status: 201,
      errorKinds: ['conflict'],
      handle: async ({ account, rights, body }) => {
        const websites = await findOwnIds(reader, account.id, body.websites);
        const expiresAt = body.expiresAt == null ? null : new Date(body.expiresAt);
        const wanted = { ...body, websites, expiresAt };
        requireNoMoreThan(rights, wanted);
        const { key, ...created } = await createScopedKey(store.db, account.id, wanted, now());
        return { data: { ...toView(created), key }, headers: { Location: `/api/v1/keys/${created.id}` } };
      },
    }),
    route({
      method: 'DELETE',
      path: '/keys/:keyId',
      access: 'account',
      tag,
      summary: 'Delete API key',
      description:
        'Requests with the key get 401 at once. A key can delete itself, and those that can do no more than itself: 403 otherwise.',
      // Any text, so that a malformed id is 404 like an unknown one.
      pathParameters: z.object({ keyId: z.string().describe("The key's id") }),
      response: z.null(),
      errorKinds: ['not_found'],
      handle: async ({ account, rights, pathParameters: { keyId } }) => {
        const key = (await listScopedKeys(store.db, account.id)).find(({ id }) => id === keyId.toLowerCase());
        if (key !== undefined) requireDeletable(rights, key);
        if (key === undefined || !(await deleteScopedKey(store.db, account.id, key.id)))
          throw new AppError('not_found', ['API key not found']);
        return { data: null, message: 'API key deleted' };
      },
    }),
  ];
}

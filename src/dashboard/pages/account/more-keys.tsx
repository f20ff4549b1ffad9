import { millisecondsInDay } from 'date-fns/constants';
import type { FC } from 'hono/jsx';
import { z } from 'zod';
import { type KeyScope, SCOPES } from '../../../accounts/key-rights.js';
import {
  createScopedKey,
  deleteScopedKey,
  listScopedKeys,
  type ScopedKey,
  scopedKeyName,
  scopeList,
} from '../../../accounts/scoped-keys.js';
import { type Text, t } from '../../../lib/language/translate.js';
import { valid } from '../../../lib/validation.js';
import { findOwnIds } from '../../../websites/own-ids.js';
import { html } from '../../answer.js';
import { Done, type Section, viewerForm } from '../../page-route.js';
import { choice, Field, flags, line, text } from '../../ui/fields.js';
import { Button, Form, Notice } from '../../ui/form.js';
import { Item } from '../../ui/item.js';
import { Ago, Day } from '../../ui/moment.js';
import { SettingsPart } from '../../ui/settings-part.js';
import { NewKeyPage } from './new-key-page.js';

const MAX_LISTED_WEBSITES = 100;

const SCOPE_LABELS: Readonly<Record<KeyScope, Text>> = {
  read: 'read: statistics, exports and settings',
  write: 'write: change settings, delete data, create keys',
  ingest: 'ingest: send and import events',
  sql: 'sql: SQL, saved queries and BI tools',
};

const EXPIRIES = [
  ['never', 'Never'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In 365 days'],
] as const;

const newKey = z.object({
  name: scopedKeyName,
  scopes: scopeList,
  expires: z.enum(
    EXPIRIES.map(([value]) => value),
    { error: () => t('must be one of the list') },
  ),
});

const createKey = viewerForm({
  path: '/more',
  anchor: 'new-key',
  prefix: 'more',
  fields: {
    name: line('Name', { maxlength: 100, autocomplete: 'off', required: true }),
    ...flags(SCOPE_LABELS),
    websites: choice('Websites', [], 'For several websites, create the key with the API or footfall key create.'),
    expires: choice('Expires', EXPIRIES),
  },
  submit: async ({ name, websites, expires, ...checked }, visit) => {
    const { viewer, context, deps } = visit;
    const given = valid(newKey, { name, expires, scopes: SCOPES.filter((scope) => checked[scope]) });
    const ids = websites === 'all' ? websites : [websites];
    const now = deps.now();
    const wanted = {
      ...given,
      websites: await findOwnIds(deps.services.reader, viewer.id, ids),
      expiresAt: given.expires === 'never' ? null : new Date(now + Number(given.expires) * millisecondsInDay),
    };
    const { key } = await createScopedKey(deps.db, viewer.id, wanted, now);
    deps.notifyOwner(context, 'api-key-generated', viewer.email);
    return html(context, <NewKeyPage visit={visit} apiKey={key} />);
  },
});

const deleteKey = viewerForm({
  path: '/more/revoke',
  fields: { key: text },
  submit: async ({ key: id }, { viewer, deps }) => {
    // An already deleted key is no error.
    await deleteScopedKey(deps.db, viewer.id, id);
  },
  done: { key: 'deleted', text: 'API key deleted.', at: 'more-keys' },
});

export const moreKeyForms = [createKey, deleteKey];

/** Keys with scopes. */
export const moreKeys: Section<'viewer'> = async (visit) => {
  const { viewer, deps } = visit;
  const keys = await listScopedKeys(deps.db, viewer.id);
  const websites = await deps.services.reader.list(viewer.id, { limit: MAX_LISTED_WEBSITES });
  const form = visit.of(createKey);
  const names = new Map(websites.map(({ id, name }) => [id, name]));
  return (
    <SettingsPart
      id="more-keys"
      title={t('API keys')}
      about={t('Give each program a key of its own, with only the scopes and websites that it needs.')}
    >
      <Done visit={visit} forms={moreKeyForms} />
      {keys.length > 0 && (
        <ul class="divided items">
          {keys.map((key, index) => (
            <Key
              scopedKey={key}
              names={names}
              dialog={`delete-${index}`}
              action={visit.of(deleteKey).action}
              now={deps.now()}
            />
          ))}
        </ul>
      )}
      <Form id="new-key" form={form}>
        <h3>{t('Create a key')}</h3>
        <Field form={form} name="name" />
        {form.errors.scopes !== undefined && <Notice kind="bad">{t('Choose at least one scope.')}</Notice>}
        {SCOPES.map((scope) => (
          <Field form={form} name={scope} value={scope === 'read'} />
        ))}
        <Field
          form={form}
          name="websites"
          value="all"
          options={[['all', t('All websites')], ...websites.map(({ id, name }) => [id, name] as const)]}
        />
        <Field form={form} name="expires" />
        <Button kind="quiet">{t('Create key')}</Button>
      </Form>
    </SettingsPart>
  );
};

interface KeyProps {
  readonly scopedKey: ScopedKey;
  /** Of websites, by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly dialog: string;
  readonly action: string;
  readonly now: number;
}

const Key: FC<KeyProps> = ({ scopedKey: key, names, dialog, action, now }) => (
  <Item
    title={key.name}
    head={
      <>
        {key.scopes.map((scope) => (
          <span class="chip">{scope}</span>
        ))}
        {key.expiresAt !== null && key.expiresAt.getTime() <= now && <span class="chip">{t('Expired')}</span>}
      </>
    }
    removal={{
      id: dialog,
      verb: t('Delete'),
      question: t('Delete “{name}”?', { name: key.name }),
      consequence: t('Apps that use the key fail with 401 immediately. This cannot be undone.'),
      confirm: t('Delete key'),
      action,
      name: 'key',
      value: key.id,
    }}
  >
    <dl class="facts">
      <dt>{t('Key')}</dt>
      <dd>
        <code>{key.start}…</code>
      </dd>
      <dt>{t('Websites')}</dt>
      <dd>{key.websites === 'all' ? t('All') : key.websites.map((id) => names.get(id) ?? id).join(', ')}</dd>
      <dt>{t('Expires')}</dt>
      <dd>{key.expiresAt === null ? t('Never') : <Day at={key.expiresAt} />}</dd>
      <dt>{t('Last used')}</dt>
      <dd>{key.lastUsedAt === null ? t('Never') : <Ago at={key.lastUsedAt} now={now} />}</dd>
    </dl>
  </Item>
);

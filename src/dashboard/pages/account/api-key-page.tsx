import type { FC } from 'hono/jsx';
import { type ApiKeyInfo, apiKeyMark, findApiKey, replaceApiKey, revokeApiKey } from '../../../accounts/api-keys.js';
import { t } from '../../../lib/language/translate.js';
import { html } from '../../answer.js';
import { type FormValues, type PageRoute, refuse, viewerForm } from '../../page-route.js';
import { ConfirmDialog, ConfirmLink } from '../../ui/confirm.js';
import { Field, line, type ShownForm, text } from '../../ui/fields.js';
import { Button, Form, FormError } from '../../ui/form.js';
import { Ago, Day } from '../../ui/moment.js';
import { linkTo, rich } from '../../ui/rich.js';
import { SettingsPart } from '../../ui/settings-part.js';
import { moreKeyForms, moreKeys } from './more-keys.js';
import { NewKeyPage } from './new-key-page.js';
import { SettingsPage } from './settings-page.js';

const generateKey = viewerForm({
  path: '',
  fields: {
    name: line('Name (optional)', { hint: 'e.g. “Grafana”', maxlength: 100, autocomplete: 'off' }),
    /** The mark of the key to replace. */
    replaces: text,
  },
  submit: async ({ name, replaces: mark }, visit) => {
    const { viewer, context, deps } = visit;
    const given = { mark, name: name.trim() || undefined };
    const key = await replaceApiKey(deps.db, viewer.id, given, deps.now()).catch(refuse);
    const isFirst = mark === apiKeyMark(undefined);
    deps.notifyOwner(context, isFirst ? 'api-key-generated' : 'api-key-replaced', viewer.email);
    const about = isFirst ? undefined : t('The previous key no longer works.');
    return html(context, <NewKeyPage visit={visit} apiKey={key} about={about} example="/account" />);
  },
});

const revokeKey = viewerForm({
  path: '/revoke',
  submit: async (_, { viewer, context, deps }) => {
    if (await revokeApiKey(deps.db, viewer.id)) deps.notifyOwner(context, 'api-key-revoked', viewer.email);
  },
  done: { key: 'revoked', text: 'API key revoked.' },
});

/** `/settings/api-key`: docs/api-specification.md, section 3. */
export const apiKeyPage: PageRoute<'viewer'> = {
  path: '/settings/api-key',
  access: 'viewer',
  forms: [generateKey, revokeKey, ...moreKeyForms],
  show: async (visit) => {
    const current = await findApiKey(visit.deps.db, visit.viewer.id);
    const form = visit.of(generateKey);
    return (
      <SettingsPage current="API key" visit={visit} forms={current === undefined ? [revokeKey] : []}>
        <SettingsPart
          id="key"
          title={t('API key')}
          about={rich('Lets your apps use the <a>API</a> to read and manage your account and websites.', {
            a: linkTo('/api/docs'),
          })}
        >
          <FormError errors={form.errors} />
          {current === undefined ? (
            <Form action={form.action}>
              <p>{t('You don’t have an API key yet.')}</p>
              <Field form={form} name="name" />
              <input type="hidden" name="replaces" value={apiKeyMark(undefined)} />
              <Button>{t('Generate API key')}</Button>
            </Form>
          ) : (
            <ActiveKey current={current} form={form} revoke={visit.of(revokeKey).action} now={visit.deps.now()} />
          )}
        </SettingsPart>
        {await moreKeys(visit)}
      </SettingsPage>
    );
  },
};

const ActiveKey: FC<{
  current: ApiKeyInfo;
  form: ShownForm<FormValues<typeof generateKey>>;
  revoke: string;
  now: number;
}> = (props) => {
  const { current, form, revoke, now } = props;
  return (
    <>
      <dl class="facts">
        <dt>{t('Key')}</dt>
        <dd>
          <code>{current.start}…</code>
        </dd>
        <dt>{t('Name')}</dt>
        <dd>{current.name ?? <span class="muted">{t('None')}</span>}</dd>
        <dt>{t('Created')}</dt>
        <dd>
          <Day at={current.createdAt} />
        </dd>
        <dt>{t('Last used')}</dt>
        <dd>{current.lastUsedAt === null ? t('Never') : <Ago at={current.lastUsedAt} now={now} />}</dd>
      </dl>
      <div class="row">
        <ConfirmLink dialog="regenerate">{t('Regenerate key')}</ConfirmLink>
        <ConfirmLink dialog="revoke">{t('Revoke key')}</ConfirmLink>
      </div>
      <ConfirmDialog
        id="regenerate"
        title={t('Regenerate the API key?')}
        action={form.action}
        open={form.errors.name !== undefined}
        consequence={t(
          'The current key stops working immediately. Apps that use it fail with 401 until you give them the new key.',
        )}
      >
        <Field form={form} name="name" value={current.name} />
        <input type="hidden" name="replaces" value={apiKeyMark(current)} />
        <Button kind="danger">{t('Regenerate key')}</Button>
      </ConfirmDialog>
      <ConfirmDialog
        id="revoke"
        title={t('Revoke the API key?')}
        action={revoke}
        consequence={t(
          'Apps that use it fail with 401 immediately. To use the API again, generate a new key. This cannot be undone.',
        )}
      >
        <Button kind="danger">{t('Revoke key')}</Button>
      </ConfirmDialog>
    </>
  );
};

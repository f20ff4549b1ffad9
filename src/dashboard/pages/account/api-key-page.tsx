import type { FC } from 'hono/jsx';
import type { Account } from '../../../accounts/accounts.js';
import type { ApiKeyInfo } from '../../../accounts/api-keys.js';
import { ConfirmDialog, ConfirmLink } from '../../ui/confirm.js';
import { Copyable } from '../../ui/copy.js';
import { Button, ButtonLink, Field, type FieldErrors, Form, Notice } from '../../ui/form.js';
import { Ago, Day } from '../../ui/moment.js';
import { SettingsPart } from '../../ui/settings-part.js';
import { SettingsPage } from './settings-page.js';

const PATH = '/settings/api-key';

/** A rejected name, or a key that had changed. */
export interface ApiKeyTry {
  readonly name: string;
  readonly errors: FieldErrors;
}

interface ApiKeyProps {
  readonly viewer: Account;
  readonly current: ApiKeyInfo | undefined;
  /** Tells the current key from others. */
  readonly mark: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly done: string | undefined;
  readonly tried: ApiKeyTry | undefined;
}

export const ApiKeyPage: FC<ApiKeyProps> = ({ viewer, current, mark, now, done, tried }) => (
  <SettingsPage current="API key" viewer={viewer} done={done}>
    <SettingsPart
      id="key"
      title="API key"
      about={
        <>
          Lets your apps use the <a href="/api/docs">API</a> to read and manage your account and websites.
        </>
      }
    >
      {tried?.errors[''] !== undefined && <Notice kind="bad">{tried.errors['']}</Notice>}
      {current === undefined ? (
        <GenerateForm mark={mark} tried={tried} />
      ) : (
        <ActiveKey current={current} mark={mark} now={now} tried={tried} />
      )}
    </SettingsPart>
  </SettingsPage>
);

const GenerateForm: FC<{ mark: string; tried: ApiKeyTry | undefined }> = ({ mark, tried }) => (
  <Form action={PATH}>
    <p>You don’t have an API key yet.</p>
    <NameField name={tried?.name} error={tried?.errors.name} />
    <input type="hidden" name="replaces" value={mark} />
    <Button>Generate API key</Button>
  </Form>
);

const ActiveKey: FC<{ current: ApiKeyInfo; mark: string; now: number; tried: ApiKeyTry | undefined }> = (props) => {
  const { current, mark, now, tried } = props;
  return (
    <>
      <dl class="facts">
        <dt>Key</dt>
        <dd>
          <code>{current.prefix}…</code>
        </dd>
        <dt>Name</dt>
        <dd>{current.name ?? <span class="muted">None</span>}</dd>
        <dt>Created</dt>
        <dd>
          <Day at={current.createdAt} />
        </dd>
        <dt>Last used</dt>
        <dd>{current.lastUsedAt === null ? 'Never' : <Ago at={current.lastUsedAt} now={now} />}</dd>
      </dl>
      <div class="row">
        <ConfirmLink dialog="regenerate" kind="quiet">
          Regenerate key
        </ConfirmLink>
        <ConfirmLink dialog="revoke" kind="quiet">
          Revoke key
        </ConfirmLink>
      </div>
      <ConfirmDialog
        id="regenerate"
        title="Regenerate the API key?"
        action={PATH}
        open={tried?.errors.name !== undefined}
        consequence="The current key stops working immediately. Apps that use it fail with 401 until you give them the new key."
      >
        <NameField name={tried?.name ?? current.name} error={tried?.errors.name} />
        <input type="hidden" name="replaces" value={mark} />
        <Button kind="danger">Regenerate key</Button>
      </ConfirmDialog>
      <ConfirmDialog
        id="revoke"
        title="Revoke the API key?"
        action={`${PATH}/revoke`}
        consequence="Apps that use it fail with 401 immediately. To use the API again, generate a new key. This cannot be undone."
      >
        <Button kind="danger">Revoke key</Button>
      </ConfirmDialog>
    </>
  );
};

const NameField: FC<{ name: string | null | undefined; error: string | undefined }> = ({ name, error }) => (
  <Field
    name="name"
    label="Name (optional)"
    hint="e.g. “Grafana”"
    value={name}
    error={error}
    maxlength={100}
    autocomplete="off"
  />
);

/** Renders the new key, which is shown only once. */
export const NewKeyPage: FC<{ viewer: Account; apiKey: string; apiUrl: string; isFirst: boolean }> = ({
  viewer,
  apiKey,
  apiUrl,
  isFirst,
}) => (
  <SettingsPage current="API key" viewer={viewer}>
    <SettingsPart
      id="key"
      title="Your new API key"
      about={isFirst ? undefined : 'The previous key no longer works.'}
      reloadAs={PATH}
    >
      <Notice>Copy it now. It is shown only once and not stored.</Notice>
      <Copyable value={apiKey} label="the API key" />
      <p>Try it:</p>
      <Copyable value={`curl -H 'X-API-Key: ${apiKey}' ${apiUrl}/account`} label="a command that uses the key" />
      <p>
        <ButtonLink href={PATH}>Done</ButtonLink>
      </p>
    </SettingsPart>
  </SettingsPage>
);

import type { FC } from 'hono/jsx';
import type { Account } from '../../accounts/accounts.js';
import type { ApiKeyInfo } from '../../accounts/api-keys.js';
import { ConfirmDialog, ConfirmLink } from '../confirm.js';
import { Copyable } from '../copy.js';
import { Button, ButtonLink, Field, type FieldErrors, Form, Notice } from '../form.js';
import { Ago, Day } from '../moment.js';
import { SettingsPart } from '../settings-part.js';
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
          Opens the <a href="/api/docs">API</a> to your programs: your account, your websites and their figures.
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
    <p>There is no key yet, so nothing can use the API.</p>
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
        <ConfirmLink dialog="revoke" kind="danger">
          Revoke API key
        </ConfirmLink>
      </div>
      <ConfirmDialog
        id="regenerate"
        title="Regenerate the API key?"
        action={PATH}
        open={tried?.errors.name !== undefined}
        consequence="The key you have now is invalid at once: integrations that use it will fail with 401 until they get the new one."
      >
        <NameField name={tried?.name ?? current.name} error={tried?.errors.name} />
        <input type="hidden" name="replaces" value={mark} />
        <Button kind="danger">Regenerate key</Button>
      </ConfirmDialog>
      <ConfirmDialog
        id="revoke"
        title="Revoke the API key?"
        action={`${PATH}/revoke`}
        consequence="This is irreversible: integrations fail with 401 at once, and you have to generate a new key to use the API again."
      >
        <Button kind="danger">Revoke API key</Button>
      </ConfirmDialog>
    </>
  );
};

const NameField: FC<{ name: string | null | undefined; error: string | undefined }> = ({ name, error }) => (
  <Field
    name="name"
    label="Name (optional)"
    hint="What it is for, such as the program that uses it."
    value={name}
    error={error}
    maxlength={100}
    autocomplete="off"
  />
);

/** Renders the new key, which is shown only once. */
export const NewKeyPage: FC<{ viewer: Account; apiKey: string; apiUrl: string }> = ({ viewer, apiKey, apiUrl }) => (
  <SettingsPage current="API key" viewer={viewer}>
    <SettingsPart id="key" title="Your new API key" about="Any key before it is invalid from now on.">
      <Notice>Copy it now: it is shown this once, and kept nowhere.</Notice>
      <Copyable value={apiKey} label="the API key" />
      <p>Try it:</p>
      <Copyable value={`curl -H 'X-API-Key: ${apiKey}' ${apiUrl}/account`} label="a command that uses the key" />
      <p>
        <ButtonLink href={PATH}>I have copied it</ButtonLink>
      </p>
    </SettingsPart>
  </SettingsPage>
);

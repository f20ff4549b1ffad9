import type { FC } from 'hono/jsx';
import type { Account } from '../../../accounts/accounts.js';
import { authenticatorUri } from '../../../accounts/two-factor.js';
import { Copyable, CopyButton } from '../../ui/copy.js';
import { Button, ButtonLink, Field, type FieldErrors, Form, Notice } from '../../ui/form.js';
import { Page } from '../../ui/page.js';
import { OwnCodeField, OwnPasswordField } from './own-password-field.js';
import { QrCode } from './qr-code.js';

const SECURITY = '/settings/security';

/** Renders the secret for the authenticator, and asks for its first code. */
export const SetUpPage: FC<{ viewer: Account; secret: string; errors: FieldErrors | undefined }> = (props) => {
  const { viewer, secret, errors } = props;
  return (
    <Page title="Set up two-factor authentication" viewer={viewer}>
      <div class="narrow stack">
        <h1>Set up two-factor authentication</h1>
        <section class="card stack">
          <h2>1. Add Footfall to your authenticator app</h2>
          <p>Scan this QR code with your authenticator app.</p>
          <QrCode text={authenticatorUri(secret, viewer.email)} label="QR code with the key for your authenticator" />
          <p>Can’t scan it? Enter this key instead:</p>
          <Copyable value={secret} label="the key for your authenticator" />
        </section>
        <section class="card">
          <Form action="/settings/two-factor" errors={errors}>
            <h2>2. Enter the code from the app</h2>
            <Field
              name="code"
              label="Two-factor code"
              hint="6-digit code from your app."
              error={errors?.code}
              inputmode="numeric"
              autocomplete="one-time-code"
              maxlength={12}
              required
            />
            <OwnPasswordField error={errors?.password} />
            <div class="row">
              <Button>Enable</Button>
              <ButtonLink kind="quiet" href={SECURITY}>
                Cancel
              </ButtonLink>
            </div>
          </Form>
        </section>
      </div>
    </Page>
  );
};

/** Renders the recovery codes, which are shown only once. */
export const RecoveryCodesPage: FC<{ viewer: Account; codes: readonly string[] }> = ({ viewer, codes }) => (
  <Page title="Recovery codes" viewer={viewer}>
    <div class="narrow stack" data-reload-as={SECURITY}>
      <h1>Two-factor authentication is on</h1>
      <section class="card stack">
        <h2>Save your recovery codes</h2>
        <p>If you lose your authenticator, each code signs you in once. Without them you would be locked out.</p>
        <Notice>They are shown only once. Print them or store them in your password manager.</Notice>
        <ul class="recovery-codes">
          {codes.map((code) => (
            <li>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div class="row">
          <CopyButton value={codes.join('\n')} label="all recovery codes">
            Copy all
          </CopyButton>
          <ButtonLink href={SECURITY}>I’ve saved them</ButtonLink>
        </div>
      </section>
    </div>
  </Page>
);

/** Asks for both factors to turn off two-factor authentication. */
export const TurnOffPage: FC<{ viewer: Account; errors?: FieldErrors }> = ({ viewer, errors }) => (
  <Page title="Disable two-factor authentication" viewer={viewer}>
    <div class="narrow stack">
      <h1>Disable two-factor authentication</h1>
      <section class="card">
        <Form action="/settings/two-factor/off" errors={errors}>
          <p>You’ll sign in with only your password, and your recovery codes stop working.</p>
          <OwnPasswordField error={errors?.password} />
          <OwnCodeField error={errors?.code} />
          <div class="row">
            <Button kind="danger">Disable</Button>
            <ButtonLink kind="quiet" href={SECURITY}>
              Cancel
            </ButtonLink>
          </div>
        </Form>
      </section>
    </div>
  </Page>
);

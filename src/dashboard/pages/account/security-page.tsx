import type { FC } from 'hono/jsx';
import type { Account } from '../../../accounts/accounts.js';
import type { SignInSession } from '../../../accounts/sign-in-sessions.js';
import type { TwoFactor } from '../../../accounts/two-factor.js';
import { Button, ButtonLink, type FieldErrors, Form } from '../../ui/form.js';
import { Ago, Day } from '../../ui/moment.js';
import { NewPasswordField } from '../../ui/new-password-field.js';
import { SettingsPart } from '../../ui/settings-part.js';
import { OwnCodeField, OwnPasswordField } from './own-password-field.js';
import { SettingsPage } from './settings-page.js';

interface SecurityProps {
  readonly viewer: Account;
  readonly sessions: readonly SignInSession[];
  /** The hash of the viewer's own sign-in session. */
  readonly ownSession: string;
  readonly twoFactor: TwoFactor;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly done: string | undefined;
  readonly errors: FieldErrors | undefined;
}

export const SecurityPage: FC<SecurityProps> = ({ viewer, sessions, ownSession, twoFactor, now, done, errors }) => (
  <SettingsPage current="Security" viewer={viewer} done={done}>
    <PasswordPart errors={errors} secondFactor={twoFactor.state === 'on'} />
    <TwoFactorPart twoFactor={twoFactor} />
    <SessionsPart sessions={sessions} ownSession={ownSession} now={now} />
  </SettingsPage>
);

const PasswordPart: FC<{ errors: FieldErrors | undefined; secondFactor: boolean }> = ({ errors, secondFactor }) => (
  <SettingsPart id="password-part" title="Password" about="Changing it signs out all other sessions.">
    <Form action="/settings/security/password" errors={errors}>
      <OwnPasswordField label="Current password" error={errors?.password} />
      <NewPasswordField name="newPassword" label="New password" error={errors?.newPassword} />
      {secondFactor && <OwnCodeField error={errors?.code} />}
      <Button>Change password</Button>
    </Form>
  </SettingsPart>
);

const TwoFactorPart: FC<{ twoFactor: TwoFactor }> = ({ twoFactor }) => (
  <SettingsPart
    id="two-factor-part"
    title="Two-factor authentication"
    about="Also asks for a code from an authenticator app when you sign in, so a stolen password is not enough."
  >
    {twoFactor.state === 'on' ? (
      <>
        <p class="row">
          <span class="chip chip-good">On</span>
          <span class="muted">
            since <Day at={twoFactor.since} /> · {recoveryCodes(twoFactor.recoveryCodesLeft)} left
          </span>
        </p>
        <p>
          <ButtonLink kind="quiet" href="/settings/two-factor/off">
            Disable
          </ButtonLink>
        </p>
      </>
    ) : (
      <>
        <p class="row">
          <span class="chip">Off</span>
        </p>
        <Form action="/settings/two-factor/begin">
          <Button kind="quiet">Set up</Button>
        </Form>
      </>
    )}
  </SettingsPart>
);

const recoveryCodes = (count: number): string => (count === 1 ? '1 recovery code' : `${count} recovery codes`);

/** Returns the sessions with the viewer's own first. */
const ownFirst = (sessions: readonly SignInSession[], own: string): readonly SignInSession[] =>
  sessions.toSorted((a, b) => Number(b.hash === own) - Number(a.hash === own));

const SessionsPart: FC<Pick<SecurityProps, 'sessions' | 'ownSession' | 'now'>> = ({ sessions, ownSession, now }) => (
  <SettingsPart
    id="sessions-part"
    title="Sessions"
    about="Where you are signed in. Sessions expire after 30 days of inactivity."
  >
    <ul class="sessions">
      {ownFirst(sessions, ownSession).map((session) => (
        <li>
          <div>
            <strong>{session.browser}</strong>
            <p class="muted">
              Signed in on <Day at={session.createdAt} /> ·{' '}
              {session.hash === ownSession ? (
                'Active now'
              ) : (
                <>
                  Last active <Ago at={session.lastUsedAt} now={now} />
                </>
              )}
            </p>
          </div>
          {session.hash === ownSession ? (
            <span class="chip chip-good">This device</span>
          ) : (
            <Form action="/settings/security/sessions/end" class="inline">
              <input type="hidden" name="session" value={session.hash} />
              <button class="button button-quiet button-small" type="submit">
                Sign out<span class="visually-hidden"> {session.browser}</span>
              </button>
            </Form>
          )}
        </li>
      ))}
    </ul>
    <div class="row">
      {sessions.length > 1 && (
        <Form action="/settings/security/sessions/end-others" class="inline">
          <Button kind="quiet">Sign out everywhere else</Button>
        </Form>
      )}
      <Form action="/settings/security/sessions/end-all" class="inline">
        <Button kind="quiet">Sign out everywhere</Button>
      </Form>
    </div>
  </SettingsPart>
);

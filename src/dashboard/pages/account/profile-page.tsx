import type { FC } from 'hono/jsx';
import type { Account } from '../../../accounts/accounts.js';
import type { Usage } from '../../../accounts/plan.js';
import { MAX_PICTURE_BYTES } from '../../../accounts/profile.js';
import { AccountPicture } from '../../ui/account-picture.js';
import { ConfirmDialog, ConfirmLink } from '../../ui/confirm.js';
import { Button, Field, type FieldErrors, Form, Notice } from '../../ui/form.js';
import { SettingsPart } from '../../ui/settings-part.js';
import { NoMailServer } from '../sign-in/sign-in-layout.js';
import { OwnCodeField, OwnPasswordField } from './own-password-field.js';
import { SettingsPage } from './settings-page.js';
import { UsagePart } from './usage-part.js';

/** The typed contents of a form with errors. */
export interface ProfileTry {
  readonly names?: { readonly firstName: string; readonly lastName: string };
  readonly email?: string;
  readonly errors?: FieldErrors;
}

interface PartProps {
  readonly viewer: Account;
  readonly tried: ProfileTry;
}

interface EmailPartProps extends PartProps {
  /** Whether there is a mail server. */
  readonly delivers: boolean;
  readonly secondFactor: boolean;
}

export const ProfilePage: FC<EmailPartProps & { usage: Usage; done: string | undefined }> = (props) => {
  const { viewer, tried, usage, done, delivers, secondFactor } = props;
  return (
    <SettingsPage current="Profile" viewer={viewer} done={done}>
      <NamePart viewer={viewer} tried={tried} />
      <EmailPart viewer={viewer} tried={tried} delivers={delivers} secondFactor={secondFactor} />
      <UsagePart usage={usage} />
    </SettingsPage>
  );
};

const NamePart: FC<PartProps> = ({ viewer, tried: { names = viewer, errors } }) => (
  <SettingsPart id="profile" title="Profile" about="Shown here and in API responses.">
    <div class="profile-picture">
      <AccountPicture account={viewer} large />
      <div class="stack">
        <Form action="/settings/profile/picture" class="row" upload>
          <Field
            name="picture"
            label="Picture"
            type="file"
            accept="image/png,image/jpeg,image/webp"
            data-most-bytes={MAX_PICTURE_BYTES}
            hint="PNG, JPEG or WebP, up to 64 KiB."
            error={errors?.picture}
            required
          />
          <Button kind="quiet">Upload</Button>
        </Form>
        {viewer.picture !== null && (
          <>
            <ConfirmLink dialog="remove-picture" kind="quiet">
              Remove picture
            </ConfirmLink>
            <ConfirmDialog
              id="remove-picture"
              title="Remove the picture?"
              action="/settings/profile/picture/remove"
              consequence="Footfall has no other copy of it. Your initial is shown instead."
            >
              <Button kind="danger">Remove picture</Button>
            </ConfirmDialog>
          </>
        )}
      </div>
    </div>
    <Form action="/settings/profile">
      <div class="field-pair">
        <Field
          name="firstName"
          label="First name"
          value={names.firstName}
          error={errors?.firstName}
          autocomplete="given-name"
          maxlength={100}
        />
        <Field
          name="lastName"
          label="Last name"
          value={names.lastName}
          error={errors?.lastName}
          autocomplete="family-name"
          maxlength={100}
        />
      </div>
      <Button>Save</Button>
    </Form>
  </SettingsPart>
);

const EmailPart: FC<EmailPartProps> = ({ viewer, tried: { email, errors }, delivers, secondFactor }) => (
  <SettingsPart id="email-address" title="Email address" about="Used to sign in and to reset your password.">
    <p class="row">
      <strong>{viewer.email}</strong>
      {viewer.emailVerifiedAt === null ? (
        <span class="chip">Not verified</span>
      ) : (
        <span class="chip chip-good">Verified</span>
      )}
    </p>
    {viewer.emailVerifiedAt === null && (
      <Form action="/settings/profile/email/verify">
        {errors?.mailed !== undefined && <Notice kind="bad">{errors.mailed}</Notice>}
        {!delivers && <NoMailServer />}
        <Button kind="quiet">Send verification email</Button>
      </Form>
    )}
    <details class="more" open={(errors?.email ?? errors?.password ?? errors?.code) !== undefined}>
      <summary>Change email</summary>
      <Form action="/settings/profile/email">
        <Field
          name="email"
          label="New email address"
          type="email"
          value={email}
          error={errors?.email}
          autocomplete="email"
          required
        />
        <OwnPasswordField error={errors?.password} />
        {secondFactor && <OwnCodeField error={errors?.code} />}
        <Button>Change email</Button>
      </Form>
    </details>
  </SettingsPart>
);

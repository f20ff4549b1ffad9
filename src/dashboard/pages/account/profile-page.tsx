import { changeProfile, MAX_PICTURE_BYTES, removePicture, setLanguage, setPicture } from '../../../accounts/profile.js';
import { languageNamed, languages, nativeName } from '../../../lib/language/language.js';
import { t } from '../../../lib/language/translate.js';
import { type PageRoute, type Section, viewerForm } from '../../page-route.js';
import { AccountPicture } from '../../ui/account-picture.js';
import { ConfirmDialog, ConfirmLink } from '../../ui/confirm.js';
import { Button, Field, Form, Select } from '../../ui/form.js';
import { SettingsPart } from '../../ui/settings-part.js';
import { emailAddress, emailForms } from './email-address.js';
import { SettingsPage } from './settings-page.js';
import { usage } from './usage.js';

const saveNames = viewerForm({
  path: '',
  read: (sent) => sent.texts('firstName', 'lastName'),
  submit: async (names, { viewer, deps }) => {
    await changeProfile(deps.db, viewer.id, names);
    return 'done';
  },
  done: { key: 'names', text: 'Name saved.' },
});

const uploadPicture = viewerForm({
  path: '/picture',
  read: (sent) => ({ picture: sent.file('picture') }),
  submit: async ({ picture }, { viewer, deps }) => {
    await setPicture(deps.db, viewer.id, new Uint8Array((await picture?.arrayBuffer()) ?? []));
    return 'done';
  },
  done: { key: 'picture', text: 'Picture saved.' },
});

const deletePicture = viewerForm({
  path: '/picture/remove',
  read: () => undefined,
  submit: async (_, { viewer, deps }) => {
    await removePicture(deps.db, viewer.id);
    return 'done';
  },
  done: { key: 'no-picture', text: 'Picture removed.' },
});

const nameAndPicture: Section<'viewer'> = async (visit) => {
  const { viewer } = visit;
  const names = visit.of(saveNames);
  const upload = visit.of(uploadPicture);
  return (
    <SettingsPart id="profile" title={t('Profile')} about={t('Shown here and in API responses.')}>
      <div class="profile-picture">
        <AccountPicture account={viewer} large />
        <div class="stack">
          <Form action={upload.action} class="row" upload>
            <Field
              form={upload}
              name="picture"
              label={t('Picture')}
              type="file"
              accept="image/png,image/jpeg,image/webp"
              data-most-bytes={MAX_PICTURE_BYTES}
              hint={t('PNG, JPEG or WebP, up to 64 KiB.')}
              required
            />
            <Button kind="quiet">{t('Upload')}</Button>
          </Form>
          {viewer.picture !== null && (
            <>
              <ConfirmLink dialog="remove-picture">{t('Remove picture')}</ConfirmLink>
              <ConfirmDialog
                id="remove-picture"
                title={t('Remove the picture?')}
                action={visit.of(deletePicture).action}
                consequence={t('Footfall has no other copy of it. Your initial is shown instead.')}
              >
                <Button kind="danger">{t('Remove picture')}</Button>
              </ConfirmDialog>
            </>
          )}
        </div>
      </div>
      <Form form={names}>
        <div class="field-pair">
          <Field
            form={names}
            name="firstName"
            label={t('First name')}
            value={viewer.firstName}
            autocomplete="given-name"
            maxlength={100}
          />
          <Field
            form={names}
            name="lastName"
            label={t('Last name')}
            value={viewer.lastName}
            autocomplete="family-name"
            maxlength={100}
          />
        </div>
        <Button>{t('Save')}</Button>
      </Form>
    </SettingsPart>
  );
};

const saveLanguage = viewerForm({
  path: '/language',
  read: (sent) => ({ language: sent.text('language') }),
  submit: async ({ language }, { viewer, deps }) => {
    await setLanguage(deps.db, viewer.id, languageNamed(language) ?? null);
    return 'done';
  },
  done: { key: 'language', text: 'Language saved.' },
});

const language: Section<'viewer'> = async (visit) => {
  const form = visit.of(saveLanguage);
  return (
    <SettingsPart
      id="language"
      title={t('Language')}
      about={t('Of the dashboard and of emails to you. Until you choose one, emails are in English.')}
    >
      <Form form={form}>
        <Select
          form={form}
          name="language"
          label={t('Language')}
          options={[['', t('Same as the browser')], ...languages.map((each) => [each, nativeName(each)] as const)]}
          value={visit.viewer.language ?? ''}
        />
        <Button>{t('Save language')}</Button>
      </Form>
    </SettingsPart>
  );
};

const FORMS = [saveNames, saveLanguage, uploadPicture, deletePicture, ...emailForms];

/** `/settings/profile` */
export const profilePage: PageRoute<'viewer'> = {
  path: '/settings/profile',
  access: 'viewer',
  forms: FORMS,
  show: async (visit) => (
    <SettingsPage current="Profile" visit={visit} forms={FORMS}>
      {await Promise.all([nameAndPicture, language, emailAddress, usage].map((section) => section(visit)))}
    </SettingsPage>
  ),
};

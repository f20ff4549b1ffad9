import { changeProfile, MAX_PICTURE_BYTES, removePicture, setLanguage, setPicture } from '../../../accounts/profile.js';
import { languageNamed, languages, nativeName } from '../../../lib/language/language.js';
import { t } from '../../../lib/language/translate.js';
import { type PageRoute, type Section, viewerForm } from '../../page-route.js';
import { AccountPicture } from '../../ui/account-picture.js';
import { ConfirmDialog, ConfirmLink } from '../../ui/confirm.js';
import { choice, Field, file, line } from '../../ui/fields.js';
import { Button, Form } from '../../ui/form.js';
import { SettingsPart } from '../../ui/settings-part.js';
import { emailAddress, emailForms } from './email-address.js';
import { SettingsPage } from './settings-page.js';
import { usage } from './usage.js';

const saveNames = viewerForm({
  path: '',
  fields: {
    firstName: line('First name', { autocomplete: 'given-name', maxlength: 100 }),
    lastName: line('Last name', { autocomplete: 'family-name', maxlength: 100 }),
  },
  submit: (names, { viewer, deps }) => changeProfile(deps.db, viewer.id, names),
  done: { key: 'names', text: 'Name saved.' },
});

const uploadPicture = viewerForm({
  path: '/picture',
  fields: {
    picture: file('Picture', {
      accept: 'image/png,image/jpeg,image/webp',
      'data-most-bytes': MAX_PICTURE_BYTES,
      hint: 'PNG, JPEG or WebP, up to 64 KiB.',
      required: true,
    }),
  },
  submit: async ({ picture }, { viewer, deps }) => {
    await setPicture(deps.db, viewer.id, new Uint8Array((await picture?.arrayBuffer()) ?? []));
  },
  done: { key: 'picture', text: 'Picture saved.' },
});

const deletePicture = viewerForm({
  path: '/picture/remove',
  submit: (_, { viewer, deps }) => removePicture(deps.db, viewer.id),
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
            <Field form={upload} name="picture" />
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
          <Field form={names} name="firstName" value={viewer.firstName} />
          <Field form={names} name="lastName" value={viewer.lastName} />
        </div>
        <Button>{t('Save')}</Button>
      </Form>
    </SettingsPart>
  );
};

const saveLanguage = viewerForm({
  path: '/language',
  fields: { language: choice('Language') },
  submit: async ({ language }, { viewer, deps }) => {
    await setLanguage(deps.db, viewer.id, languageNamed(language) ?? null);
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
        <Field
          form={form}
          name="language"
          options={[['', t('Same as the browser')], ...languages.map((each) => [each, nativeName(each)] as const)]}
          value={visit.viewer.language ?? ''}
        />
        <Button>{t('Save language')}</Button>
      </Form>
    </SettingsPart>
  );
};

/** `/settings/profile` */
export const profilePage: PageRoute<'viewer'> = {
  path: '/settings/profile',
  access: 'viewer',
  forms: [saveNames, saveLanguage, uploadPicture, deletePicture, ...emailForms],
  show: async (visit) => (
    <SettingsPage current="Profile" visit={visit}>
      {await Promise.all([nameAndPicture, language, emailAddress, usage].map((section) => section(visit)))}
    </SettingsPage>
  ),
};

import type { Child, FC } from 'hono/jsx';
import { smallAddressSet } from '../../../lib/ip-address.js';
import { t } from '../../../lib/language/translate.js';
import { unicodeHost } from '../../../lib/unicode-host.js';
import { updateWebsite } from '../../../websites/change-website.js';
import { findWebsite } from '../../../websites/find-website.js';
import { type SettingName, type SettingSection, settingEntries } from '../../../websites/setting-table.js';
import type { Website } from '../../../websites/website.js';
import { FormRefusal, type Section, type Visit, websiteForm } from '../../page-route.js';
import { Field, type ShownForm } from '../../ui/fields.js';
import { Button, Form } from '../../ui/form.js';
import { hidden, rich } from '../../ui/rich.js';
import { SettingsPart } from '../../ui/settings-part.js';
import { TimeZoneSelect } from '../../ui/time-zone-select.js';
import { Icon, Themes } from './appearance-fields.js';
import { addTexts, type ChoiceGroup, type ExclusionChoices, exclusionChoices } from './exclusion-choices.js';
import { PREVIEWED } from './exclusions-preview.js';
import {
  addField,
  checkSettings,
  type SettingsText,
  sentSettings,
  settingFields,
  settingsMark,
  settingsText,
} from './settings-form.js';

interface SettingsHelp {
  /** Fields whose effect is shown while they are filled in. */
  readonly previewed?: readonly string[];
  /** Reads what can be added to lists. */
  readonly readChoices?: (visit: Visit<'website'>) => Promise<ExclusionChoices>;
}

/** Saves the settings of these sections, which are on one page. */
const saveSettings = (sections: readonly SettingSection[], help: SettingsHelp = {}) => ({
  sections,
  ...help,
  ...websiteForm({
    path: '',
    fields: settingFields,
    read: (sent, { website, deps, context }) => ({
      text: sentSettings(website, sections, sent, deps.clientAddress(context)),
      sent,
    }),
    submit: async ({ text, sent }, { website, deps: { services, now } }) => {
      const check = async (stored: Website) => {
        const { patch, errors } = await checkSettings(stored, { text, sections, form: sent });
        if (patch === undefined) throw new FormRefusal(errors);
        return patch;
      };
      await updateWebsite(services.websites, website, check, now());
    },
    done: { key: 'saved', text: 'Changes saved.' },
  }),
});

export const saveGeneral = saveSettings(['general', 'appearance']);
export const saveTracking = saveSettings(['domains']);
export const saveExclusions = saveSettings(['exclusions'], { previewed: PREVIEWED, readChoices: exclusionChoices });

/** The fields of a form. */
export const settingsFields =
  (save: typeof saveGeneral): Section<'website'> =>
  async (visit) => {
    const { context, deps } = visit;
    const sent = visit.of(save);
    // A refused form was compared with what is stored now.
    const stored = sent.values && (await findWebsite(deps.db, visit.website.id));
    const website = stored ?? visit.website;
    const form = { ...sent, values: sent.values?.text ?? settingsText(website) };
    const address = deps.clientAddress(context);
    const choices = (await save.readChoices?.(visit)) ?? {};
    return (
      <Form
        action={form.action}
        class="settings"
        upload
        {...(save.previewed && { preview: { path: `${visit.path}/preview`, fields: save.previewed } })}
      >
        {/* The Enter key presses the first button of a form, so the first button must be Save. */}
        <button class="visually-hidden" type="submit" tabindex={-1}>
          {t('Save changes')}
        </button>
        <input type="hidden" name="mark" value={settingsMark(website, save.sections)} />
        {save.sections.map((section) => {
          const Part = PARTS[section];
          return <Part {...{ website, form, address, choices }} now={visit.deps.now()} />;
        })}
        <div class="save-bar">
          {save.previewed && <p class="muted small" role="status" />}
          <Button>{t('Save changes')}</Button>
        </div>
      </Form>
    );
  };

interface PartProps {
  readonly website: Website;
  readonly form: ShownForm<SettingsText> & { readonly values: SettingsText };
  /** Of the browser. */
  readonly address: string | undefined;
  readonly choices: Partial<ExclusionChoices>;
  /** Epoch milliseconds. */
  readonly now: number;
}

const PARTS: Readonly<Record<SettingSection, FC<PartProps>>> = {
  general: ({ form, now }) => (
    <SettingsPart id="general" title={t('General')}>
      <SettingFields section="general" form={form} />
      <TimeZoneSelect form={form} now={now} />
    </SettingsPart>
  ),
  domains: ({ website, form }) => (
    <SettingsPart
      id="domains"
      title={t('Allowed domains')}
      about={t('{domain} and its subdomains are always allowed. Add other domains you use, such as a hosted shop.', {
        domain: unicodeHost(website.domain),
      })}
    >
      <SettingFields section="domains" form={form} />
    </SettingsPart>
  ),
  exclusions: ({ website, form, address, choices }) => (
    <SettingsPart
      id="exclusions"
      title={t('Exclusions')}
      about={t('Matching traffic is not recorded. The dashboard shows how much was excluded, and why.')}
    >
      <SettingFields
        section="exclusions"
        form={form}
        after={{
          ...Object.fromEntries(PREVIEWED.map((name) => [name, <AddEntry list={name} groups={choices[name] ?? []} />])),
          excludedIps: address !== undefined && (
            <OwnAddress text={address} excluded={smallAddressSet(website.excludedIps)(address)} />
          ),
        }}
      />
    </SettingsPart>
  ),
  appearance: ({ website, form }) => (
    <SettingsPart id="appearance" title={t('Appearance')} about={t('For this dashboard and its shared links.')}>
      <Icon website={website} form={form} />
      <SettingFields section="appearance" form={form} />
      <Themes chosen={form.values.chartTheme} error={form.errors.chartTheme} />
    </SettingsPart>
  ),
};

interface SettingFieldsProps {
  readonly section: SettingSection;
  readonly form: ShownForm<SettingsText>;
  /** Shown after a setting's field. */
  readonly after?: Partial<Record<SettingName, Child>>;
}

const SettingFields: FC<SettingFieldsProps> = ({ section, form, after = {} }) => (
  <>
    {settingEntries.map(([name, setting]) => (
      <>
        {setting.section === section && setting.kind !== 'own' && (
          <Field form={form} name={name as keyof SettingsText} />
        )}
        {setting.section === section && after[name]}
      </>
    ))}
  </>
);

/** Adds a choice to a list: a script at once, else when the form is saved. */
const AddEntry: FC<{ list: keyof ExclusionChoices; groups: readonly ChoiceGroup[] }> = ({ list, groups }) =>
  groups.length === 0 ? null : (
    <div class="row add-entry">
      <select name={addField(list)} aria-label={t(addTexts[list].label)}>
        <option value="">{t(addTexts[list].prompt)}</option>
        {groups.map(({ name, choices }) => (
          <optgroup label={name}>
            {choices.map(({ value, label }) => (
              <option value={value}>{label}</option>
            ))}
          </optgroup>
        ))}
      </select>
      <button class="button button-quiet" type="button" data-add-to={list} hidden>
        {rich(addTexts[list].button, { hidden })}
      </button>
    </div>
  );

const OwnAddress: FC<{ text: string; excluded: boolean }> = ({ text, excluded }) =>
  excluded ? (
    <p class="muted small">{rich('Your IP address, {address}, is excluded.', { address: <code>{text}</code> })}</p>
  ) : (
    <div class="row">
      <Button kind="quiet" name="exclude" value="own-address">
        {t('Exclude my IP address and save')}
      </Button>
      <span class="muted">
        <code>{text}</code>
      </span>
    </div>
  );

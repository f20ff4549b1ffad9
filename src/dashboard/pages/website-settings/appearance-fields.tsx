import type { FC } from 'hono/jsx';
import { type Text, t } from '../../../lib/language/translate.js';
import { CHART_THEMES } from '../../../websites/settings.js';
import type { Website } from '../../../websites/website.js';
import { faviconUrl } from '../../ui/favicon.js';
import { Field, type ShownForm } from '../../ui/fields.js';
import { hasUploadedIcon, type SettingsText } from './settings-form.js';

export const Icon: FC<{ website: Website; form: ShownForm<SettingsText & { icon?: File }> }> = ({ website, form }) => (
  <>
    <div class="icon-field">
      <img class="favicon favicon-large" src={faviconUrl(website)} alt={t('Current icon')} width="40" height="40" />
      <Field form={form} name="icon" />
    </div>
    {hasUploadedIcon(website) && <Field form={form} name="removeIcon" />}
    <Field form={form} name="favicon" />
  </>
);

const themeNames: Readonly<Record<(typeof CHART_THEMES)[number], Text>> = {
  default: 'Default',
  ocean: 'Ocean',
  forest: 'Forest',
  sunset: 'Sunset',
  monochrome: 'Monochrome',
  vibrant: 'Vibrant',
  midnight: 'Midnight',
  candy: 'Candy',
  cyber: 'Cyber',
};

/** Each with its colors. */
export const Themes: FC<{ chosen: string; error: string | undefined }> = ({ chosen, error }) => (
  <fieldset class="themes" id="chartTheme" {...(error !== undefined && { 'aria-describedby': 'chartTheme-error' })}>
    <legend>{t('Theme')}</legend>
    <div class="theme-choices">
      {CHART_THEMES.map((theme) => (
        <label class="theme" data-theme={theme}>
          <input type="radio" name="chartTheme" value={theme} checked={theme === chosen} />
          <span class="swatch" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          <span>{t(themeNames[theme])}</span>
        </label>
      ))}
    </div>
    {error !== undefined && (
      <p class="field-error" id="chartTheme-error">
        {error}
      </p>
    )}
  </fieldset>
);

import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { t } from '../../../lib/language/translate.js';
import { unicodeHost } from '../../../lib/unicode-host.js';
import { presentZoneName } from '../../../time/index.js';
import { iconImage, MAX_ICON_BYTES, toDataUrl } from '../../../websites/icon.js';
import {
  type FlagSetting,
  findSection,
  type ListSetting,
  type Setting,
  type SettingName,
  type SettingSection,
  settingEntries,
  settingNames,
  settings,
} from '../../../websites/setting-table.js';
import { type WebsitePatch, websitePatch } from '../../../websites/settings.js';
import type { Website } from '../../../websites/website.js';
import { schemaErrors } from '../../ui/field-errors.js';
import { area, type FieldErrors, type FieldList, type FormField, file, flag, line, text } from '../../ui/fields.js';
import type { SentForm } from '../../ui/sent-form.js';
import { timeZone } from '../../ui/time-zone-select.js';

/** Those of the kind `own` have one value too. */
const LINES = settingNames('line', 'own');
const LISTS = settingNames('list', 'hosts');
const HOST_LISTS = settingNames('hosts');
const FLAGS = settingNames('flag');

type Line = (typeof LINES)[number];

/** Field with an entry to add to a list. */
export const addField = (list: ListSetting): string => `add-${list}`;

const MAX_ROWS = 12;

const shownRows = (lines: number): number => Math.min(MAX_ROWS, Math.max(2, lines));

function settingField({ kind, label, hint, placeholder }: Setting): FormField {
  switch (kind) {
    case 'line':
      return line(label, { ...(hint && { hint }), placeholder, autocomplete: 'off' });
    case 'list':
    case 'hosts':
      return area(label, { hint, placeholder, rows: shownRows });
    case 'flag':
      return flag(label, hint);
    case 'own':
      return text;
  }
}

const OWN_FIELDS: FieldList = {
  domain: line(settings.domain.label, {
    hint: settings.domain.hint,
    autocomplete: 'off',
    inputmode: 'url',
    spellcheck: false,
  }),
  timezone: timeZone,
  icon: file('Icon', {
    accept: 'image/png,image/jpeg,image/gif,image/webp,image/svg+xml,image/x-icon,image/vnd.microsoft.icon',
    'data-most-bytes': MAX_ICON_BYTES,
    hint: 'Up to 16 KB. If empty, the domain’s first letter is shown.',
  }),
  removeIcon: flag('Remove icon'),
  favicon: line('Icon URL', {
    hint: 'Used when no image is uploaded. Refreshed daily, up to 64 KB.',
    placeholder: 'https://example.com/icon.png',
    inputmode: 'url',
    spellcheck: false,
  }),
};

/** Of all settings, and what the form has besides. */
export const settingFields: FieldList = {
  ...Object.fromEntries(settingEntries.map(([name, setting]) => [name, settingField(setting)])),
  ...OWN_FIELDS,
  ...Object.fromEntries(LISTS.map((name) => [addField(name), text])),
  exclude: text,
  mark: text,
};

/** As typed: a list has one entry per line. `favicon` is a URL; an uploaded image is kept separately. */
export type SettingsText = Readonly<Record<Line | ListSetting, string> & Record<FlagSetting | 'removeIcon', boolean>>;

export function settingsText(website: Website): SettingsText {
  return {
    ...fields(LINES, (name) => String(website[name] ?? '')),
    ...fields(LISTS, (name) => website[name].join('\n')),
    ...fields(HOST_LISTS, (name) => website[name].map(unicodeHost).join('\n')),
    domain: unicodeHost(website.domain),
    ...fields(FLAGS, (name) => website[name]),
    favicon: hasUploadedIcon(website) ? '' : (website.favicon ?? ''),
    removeIcon: false,
  };
}

/** Identifies the settings that a form started from; the form sends it back, so that later changes are detected. */
export const settingsMark = (website: Website, sections: readonly SettingSection[]): string =>
  createHash('sha256')
    .update(JSON.stringify(pickSections(website, sections)))
    .digest('base64url')
    .slice(0, 16);

/** Of values by setting, those of these sections. */
const pickSections = (values: Partial<Website>, sections: readonly SettingSection[]) =>
  Object.fromEntries(
    settingEntries.flatMap(([name]) => (name in values && isIn(sections, name) ? [[name, values[name]]] : [])),
  );

const isIn = (sections: readonly SettingSection[], name: SettingName): boolean =>
  sections.some((section) => section === findSection(name));

export const hasUploadedIcon = ({ favicon }: Website): boolean => iconImage(favicon ?? '') !== undefined;

/** The form has the settings of these sections; the others stay. Adds entries that were chosen, and an excluded address. */
export function sentSettings(
  website: Website,
  sections: readonly SettingSection[],
  form: SentForm,
  address: string | undefined,
): SettingsText {
  const isSent = (name: SettingName) => isIn(sections, name);
  const lists = LISTS.filter(isSent);
  const text = {
    ...settingsText(website),
    ...fields([...LINES.filter(isSent), ...lists], (name) => form.text(name)),
    ...fields([...FLAGS.filter(isSent), 'removeIcon'], (name) => form.text(name) !== ''),
  };
  const added = fields(lists, (name) => withEntry(text[name], form.text(addField(name))));
  if (form.text('exclude') !== 'own-address' || address === undefined) return { ...text, ...added };
  return { ...text, ...added, excludedIps: withEntry(text.excludedIps, address) };
}

function withEntry(text: string, entry: string): string {
  const entries = splitEntries(text);
  return entry === '' || entries.includes(entry) ? text : [...entries, entry].join('\n');
}

type CheckedSettings =
  | { readonly patch: WebsitePatch; readonly errors?: undefined }
  | { readonly patch?: undefined; readonly errors: FieldErrors };

/** A form that was sent, with the settings of some sections. */
interface SentSettings {
  readonly text: SettingsText;
  readonly sections: readonly SettingSection[];
  readonly form: SentForm;
}

/**
 * Returns the settings, including an uploaded icon, or the errors. It is an error when other settings were saved since
 * the form was opened, because this form would silently undo them.
 */
export async function checkSettings(website: Website, sent: SentSettings): Promise<CheckedSettings> {
  const checked = await checkUnchanged(website, sent);
  if (checked.errors === undefined || sent.form.file('icon') === undefined) return checked;
  return { errors: { icon: t('Choose the file again: a page cannot keep it after an error.'), ...checked.errors } };
}

async function checkUnchanged(website: Website, sent: SentSettings): Promise<CheckedSettings> {
  const checked = await checkFields(website, sent);
  if (sent.form.text('mark') === settingsMark(website, sent.sections)) return checked;
  // A form that is sent twice finds its own saved settings.
  if (checked.patch !== undefined && isDeepStrictEqual({ ...website, ...checked.patch }, website)) return checked;
  const changed = t('These settings changed since you opened the page. Review them and save again.');
  return { errors: { '': changed, ...checked.errors } };
}

async function checkFields(website: Website, { text, sections, form }: SentSettings): Promise<CheckedSettings> {
  const icon = await uploadedIcon(form.file('icon'));
  if (icon === null) return { errors: { ...findErrors(website, text), icon: iconRule() } };
  const keepsIcon = !text.removeIcon && hasUploadedIcon(website);
  const favicon = icon ?? (text.favicon.trim() || (keepsIcon ? website.favicon : null));
  const given = pickSections({ ...toPatch(website, text), favicon }, sections);
  const checked = websitePatch.safeParse(given);
  return checked.success ? { patch: checked.data } : { errors: schemaErrors(checked.error, given) };
}

const iconRule = (): string =>
  t('Must be a PNG, JPEG, GIF, WebP, SVG or ICO image of at most {size} KiB.', { size: MAX_ICON_BYTES / 1024 });

function findErrors(website: Website, text: SettingsText): FieldErrors {
  const given = { ...toPatch(website, text), favicon: text.favicon.trim() || website.favicon };
  const checked = websitePatch.safeParse(given);
  return checked.success ? {} : schemaErrors(checked.error, given);
}

/** Omits unchanged lists: an older list may exceed today's limit. */
function toPatch(website: Website, text: SettingsText) {
  const before = settingsText(website);
  const entries = LISTS.map((name) => [name, splitEntries(text[name])] as const);
  const changed = entries.filter(([name, list]) => !isDeepStrictEqual(list, splitEntries(before[name])));
  return {
    ...fields(LINES, (name) => text[name]),
    // A renamed zone is not changed: another name would cause a rebuild of its daily visitor counts.
    ...(text.timezone === presentZoneName(website.timezone) && { timezone: website.timezone }),
    ...fields(FLAGS, (name) => text[name]),
    ...Object.fromEntries(changed),
  };
}

/** Undefined without a file, null for a file that cannot be an icon. */
async function uploadedIcon(file: File | undefined): Promise<string | null | undefined> {
  if (file === undefined) return undefined;
  if (file.size > MAX_ICON_BYTES) return null;
  const url = toDataUrl({ contentType: file.type, bytes: Buffer.from(await file.arrayBuffer()) });
  return iconImage(url) === undefined ? null : url;
}

/** Reads one entry from each line. */
export function splitEntries(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

const fields = <Name extends string, Value>(names: readonly Name[], read: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, Value>;

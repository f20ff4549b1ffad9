import { isDeepStrictEqual } from 'node:util';
import { unicodeHost } from '../../../lib/unicode-host.js';
import { presentZoneName } from '../../../time/index.js';
import { type ListSetting, settingNames } from '../../../websites/setting-table.js';
import { iconImage, MAX_ICON_BYTES, toDataUrl, type WebsitePatch, websitePatch } from '../../../websites/settings.js';
import type { Website } from '../../../websites/website.js';
import { schemaErrors } from '../../ui/field-errors.js';
import type { FieldErrors } from '../../ui/form.js';
import type { SentForm } from '../../ui/sent-form.js';

/** Fields of one line: settings of their own kind have one too. */
const LINES = ['name', 'domain', 'timezone', 'chartTheme', 'favicon'] as const;
const LISTS = settingNames('list', 'hosts');
const HOST_LISTS = settingNames('hosts');
const FLAGS = settingNames('flag') as readonly Flag[];

type Line = (typeof LINES)[number];
/** Other switches are on the page of notifications. */
type Flag = 'excludeHosting';

/** The typed contents of the form: a list has one entry a line. `favicon` is an address; an uploaded image is kept apart. */
export type SettingsText = Readonly<Record<Line | ListSetting, string> & Record<Flag | 'removeIcon', boolean>>;

/** Returns the initial contents of the form. */
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

/** Returns a mark of the settings that a form started from; the form sends it back, so that later changes are detected. */
export const settingsMark = ({ updatedAt }: Website): string => updatedAt.toISOString();

/** Returns whether the website's icon is an uploaded image. */
export const hasUploadedIcon = ({ favicon }: Website): boolean => iconImage(favicon ?? '') !== undefined;

/** Returns the submitted contents, with an added excluded address when requested. */
export function sentSettings(form: SentForm, address: string | undefined): SettingsText {
  const text = {
    ...fields(LINES, form.text),
    ...fields(LISTS, form.text),
    ...fields([...FLAGS, 'removeIcon'] as const, (name) => form.text(name) !== ''),
  };
  const excludedIps = splitEntries(text.excludedIps);
  if (form.text('exclude') !== 'own-address' || address === undefined || excludedIps.includes(address)) return text;
  return { ...text, excludedIps: [...excludedIps, address].join('\n') };
}

type CheckedSettings =
  | { readonly patch: WebsitePatch; readonly errors?: undefined }
  | { readonly patch?: undefined; readonly errors: FieldErrors };

/**
 * Returns the settings of the text and a chosen image file, or the errors. Also reports when other settings were saved
 * since the form was opened, which this form would silently undo.
 */
export async function checkSettings(website: Website, text: SettingsText, form: SentForm): Promise<CheckedSettings> {
  const checked = await checkUnchanged(website, text, form);
  if (checked.errors === undefined || form.file('icon') === undefined) return checked;
  return { errors: { icon: 'Choose the file again: a page cannot keep it after an error.', ...checked.errors } };
}

async function checkUnchanged(website: Website, text: SettingsText, form: SentForm): Promise<CheckedSettings> {
  const checked = await checkFields(website, text, form);
  if (form.text('updatedAt') === settingsMark(website)) return checked;
  // A form that is sent twice meets its own saved settings.
  if (checked.patch !== undefined && isDeepStrictEqual({ ...website, ...checked.patch }, website)) return checked;
  return { errors: { '': CHANGED_MEANWHILE, ...checked.errors } };
}

const CHANGED_MEANWHILE = 'These settings changed since you opened the page. Review them and save again.';

async function checkFields(website: Website, text: SettingsText, form: SentForm): Promise<CheckedSettings> {
  const icon = await uploadedIcon(form.file('icon'));
  if (icon === null) return { errors: { ...findErrors(website, text), icon: ICON_RULE } };
  const keepsIcon = !text.removeIcon && hasUploadedIcon(website);
  const given = {
    ...toPatch(website, text),
    favicon: icon ?? (text.favicon.trim() || (keepsIcon ? website.favicon : null)),
  };
  const checked = websitePatch.safeParse(given);
  return checked.success ? { patch: checked.data } : { errors: schemaErrors(checked.error, given) };
}

const ICON_RULE = `Must be a PNG, JPEG, GIF, WebP, SVG or ICO image of at most ${MAX_ICON_BYTES / 1024} KiB.`;

function findErrors(website: Website, text: SettingsText): FieldErrors {
  const given = { ...toPatch(website, text), favicon: text.favicon.trim() || website.favicon };
  const checked = websitePatch.safeParse(given);
  return checked.success ? {} : schemaErrors(checked.error, given);
}

/** Leaves out unchanged lists: an older one may exceed today's limit. */
function toPatch(website: Website, text: SettingsText) {
  const before = settingsText(website);
  const entries = LISTS.map((name) => [name, splitEntries(text[name])] as const);
  const changed = entries.filter(([name, list]) => !isDeepStrictEqual(list, splitEntries(before[name])));
  return {
    ...fields(['name', 'domain', 'timezone', 'chartTheme'], (name) => text[name]),
    // The same zone under a former name is not changed: another name would mean a new count of its days.
    ...(text.timezone === presentZoneName(website.timezone) && { timezone: website.timezone }),
    ...fields(FLAGS, (name) => text[name]),
    ...Object.fromEntries(changed),
  };
}

/** Returns the uploaded icon; undefined without a file, null when the file is not acceptable as an icon. */
async function uploadedIcon(file: File | undefined): Promise<string | null | undefined> {
  if (file === undefined) return undefined;
  if (file.size > MAX_ICON_BYTES) return null;
  const url = toDataUrl({ contentType: file.type, bytes: Buffer.from(await file.arrayBuffer()) });
  return iconImage(url) === undefined ? null : url;
}

function splitEntries(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

const fields = <Name extends string, Value>(names: readonly Name[], read: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, Value>;

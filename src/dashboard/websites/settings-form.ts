import { isDeepStrictEqual } from 'node:util';
import { dataUrlOf, iconImage, MAX_ICON_BYTES, type WebsitePatch, websitePatch } from '../../websites/settings.js';
import type { Website } from '../../websites/website.js';
import type { FieldErrors } from '../form.js';
import type { SentForm } from '../sent-form.js';
import { schemaErrors } from './schema-errors.js';

const LINES = ['name', 'domain', 'timezone', 'chartTheme', 'favicon'] as const;
const LISTS = ['allowedDomains', 'excludedIps', 'excludedPaths', 'excludedHostnames', 'excludedCountries'] as const;
const FLAGS = ['excludeHosting', 'emailWeeklySummary', 'emailTrafficSpike'] as const;

type Line = (typeof LINES)[number];
type List = (typeof LISTS)[number];
type Flag = (typeof FLAGS)[number];

/** The form as it is typed: a list has one entry a line. `favicon` is an address; an uploaded image is none. */
export type SettingsText = Readonly<Record<Line | List, string> & Record<Flag, boolean>>;

/** What the form shows at first. */
export function settingsText(website: Website): SettingsText {
  return {
    ...fields(LINES, (name) => website[name] ?? ''),
    ...fields(LISTS, (name) => website[name].join('\n')),
    ...fields(FLAGS, (name) => website[name]),
    favicon: hasUploadedIcon(website) ? '' : (website.favicon ?? ''),
  };
}

/** Tells the settings that a form began with from what became of them; the form sends it back. */
export const settingsMark = ({ updatedAt }: Website): string => updatedAt.toISOString();

/** Whether the website's icon is an image that is kept here. */
export const hasUploadedIcon = ({ favicon }: Website): boolean => iconImage(favicon ?? '') !== undefined;

/** What came back, with an address among the excluded ones where that was asked for. */
export function sentSettings(form: SentForm, address: string | undefined): SettingsText {
  const text = {
    ...fields(LINES, form.text),
    ...fields(LISTS, form.text),
    ...fields(FLAGS, (name) => form.text(name) !== ''),
  };
  const excludedIps = entriesOf(text.excludedIps);
  if (form.text('exclude') !== 'own-address' || address === undefined || excludedIps.includes(address)) return text;
  return { ...text, excludedIps: [...excludedIps, address].join('\n') };
}

type CheckedSettings =
  | { readonly patch: WebsitePatch; readonly errors?: undefined }
  | { readonly patch?: undefined; readonly errors: FieldErrors };

/**
 * The settings that the text and a chosen image file make, or what is wrong with them: also that others were saved since
 * the form was opened, which it would undo unseen.
 */
export async function checkSettings(website: Website, text: SettingsText, form: SentForm): Promise<CheckedSettings> {
  const checked = await checkFields(website, text, form);
  if (form.text('updatedAt') === settingsMark(website)) return checked;
  // A form that is sent twice finds what it has saved itself.
  if (checked.patch !== undefined && isDeepStrictEqual({ ...website, ...checked.patch }, website)) return checked;
  return { errors: { '': CHANGED_MEANWHILE, ...checked.errors } };
}

const CHANGED_MEANWHILE = 'The settings were changed meanwhile. Look them through, and save once more.';

async function checkFields(website: Website, text: SettingsText, form: SentForm): Promise<CheckedSettings> {
  const icon = await uploadedIcon(form.file('icon'));
  if (icon === null) return { errors: { ...errorsOf(website, text), icon: ICON_RULE } };
  const keepsIcon = form.text('removeIcon') === '' && hasUploadedIcon(website);
  const given = {
    ...patchOf(website, text),
    favicon: icon ?? (text.favicon.trim() || (keepsIcon ? website.favicon : null)),
  };
  const checked = websitePatch.safeParse(given);
  return checked.success ? { patch: checked.data } : { errors: schemaErrors(checked.error, given) };
}

const ICON_RULE = `Must be a PNG, JPEG, GIF, WebP, SVG or ICO image of at most ${MAX_ICON_BYTES / 1024} KiB.`;

function errorsOf(website: Website, text: SettingsText): FieldErrors {
  const given = { ...patchOf(website, text), favicon: text.favicon.trim() || website.favicon };
  const checked = websitePatch.safeParse(given);
  return checked.success ? {} : schemaErrors(checked.error, given);
}

/** Lists that are as they were are left out: an older one may be longer than is allowed now. */
function patchOf(website: Website, text: SettingsText) {
  const entries = LISTS.map((name) => [name, entriesOf(text[name])] as const);
  const changed = entries.filter(([name, list]) => !isDeepStrictEqual(list, website[name]));
  return {
    ...fields(['name', 'domain', 'timezone', 'chartTheme'], (name) => text[name]),
    ...fields(FLAGS, (name) => text[name]),
    ...Object.fromEntries(changed),
  };
}

/** Undefined without a file; null when it is no image that can be an icon. */
async function uploadedIcon(file: File | undefined): Promise<string | null | undefined> {
  if (file === undefined) return undefined;
  if (file.size > MAX_ICON_BYTES) return null;
  const url = dataUrlOf({ contentType: file.type, bytes: Buffer.from(await file.arrayBuffer()) });
  return iconImage(url) === undefined ? null : url;
}

function entriesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

const fields = <Name extends string, Value>(names: readonly Name[], read: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, Value>;

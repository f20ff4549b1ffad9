import type { ArgsDef } from 'citty';
import { invalid } from '../lib/errors.js';
import type { OptionSource } from './name-options.js';

/** An option whose text becomes a field of what the API takes. */
export interface FieldOption {
  readonly description: string;
  /** By default, the option's name in camel case. */
  readonly field?: string;
  /** By default, the field is the text. Throws AppError `invalid` that names the option. */
  readonly read?: (text: string, option: string) => unknown;
  readonly required?: true;
}

/** By name. */
export type FieldOptions = Readonly<Record<string, FieldOption>>;

export interface Fields {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Those of list entries before those of their lists. */
  readonly sources: readonly OptionSource[];
}

export type Given = Readonly<Record<string, unknown>>;

export const toArgs = (options: FieldOptions): ArgsDef =>
  Object.fromEntries(
    Object.entries(options).map(([name, { description, required = false }]) => [
      name,
      { type: 'string', description, required },
    ]),
  );

/** The same options, none of which must be given. */
export const withoutRequired = (options: FieldOptions): FieldOptions =>
  Object.fromEntries(Object.entries(options).map(([name, { required: _, ...rest }]) => [name, rest]));

/** Throws AppError `invalid` for an option that cannot be read, or for two that give the same field. */
export function readFields(options: FieldOptions, given: Given): Fields {
  const all = Object.entries(options).map(([name, option]) => ({
    ...option,
    name,
    field: option.field ?? camel(name),
  }));
  const chosen = all.filter(({ name }) => given[name] !== undefined);
  const missing = new Map<string, string[]>();
  for (const { field, name } of all) missing.set(field, [...(missing.get(field) ?? []), `--${name}`]);
  for (const { field } of chosen) {
    const same = chosen.filter((each) => each.field === field).map(({ name }) => `--${name}`);
    if (same.length > 1) throw invalid(`use only one of ${same.join(', ')}`);
    missing.delete(field);
  }
  const values = chosen.map(({ field, name, read }) => {
    const text = String(given[name]);
    return [field, read === undefined ? text : read(text, `--${name}`)];
  });
  return {
    fields: Object.fromEntries(values),
    sources: [
      ...chosen.map(({ field, name, read }) => ({ field, option: `--${name}`, isJson: read === asJson })),
      ...[...missing].map(([field, names]) => ({ field, option: names.join(' or ') })),
    ],
  };
}

/** Separated by commas. */
export const asList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Text that is no number stays, for the API's rules to refuse. */
export const asNumber = (text: string): number | string =>
  text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);

export function asJson(text: string, option: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid({ field: option, message: 'must be JSON' });
  }
}

const camel = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

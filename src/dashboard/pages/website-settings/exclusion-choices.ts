import { isDeepStrictEqual } from 'node:util';
import { ClickHouseError, withDeadline } from '../../../clickhouse/clickhouse.js';
import { readable } from '../../../collect/steps/page.js';
import { unavailableError } from '../../../http/server/unavailable.js';
import { byLanguage } from '../../../lib/language/language.js';
import { type Text, t } from '../../../lib/language/translate.js';
import { exact } from '../../../lib/number-text.js';
import { unicodeHost } from '../../../lib/unicode-host.js';
import { countryName } from '../../../stats/names.js';
import { type ListedValue, listValues } from '../../../stats/rows/list-values.js';
import { countryCodes, websitePatch } from '../../../websites/settings.js';
import type { Visit } from '../../page-route.js';
import { recentScope } from '../goals/goal-preview.js';
import type { PREVIEWED } from './exclusions-preview.js';
import { splitEntries } from './settings-form.js';

interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface ChoiceGroup {
  readonly name: string;
  readonly choices: readonly Choice[];
}

/** By the setting that a choice is added to. */
export type ExclusionChoices = Readonly<Record<(typeof PREVIEWED)[number], readonly ChoiceGroup[]>>;

interface AddTexts {
  readonly label: Text;
  readonly prompt: Text;
  /** `hidden` is for screen readers. */
  readonly button: Text;
}

export const addTexts: Readonly<Record<keyof ExclusionChoices, AddTexts>> = {
  excludedPaths: { label: 'Add a page', prompt: 'Add a page…', button: 'Add <hidden>a page</hidden>' },
  excludedHostnames: { label: 'Add a hostname', prompt: 'Add a hostname…', button: 'Add <hidden>a hostname</hidden>' },
  excludedCountries: { label: 'Add a country', prompt: 'Add a country…', button: 'Add <hidden>a country</hidden>' },
};

/** As many as a person looks through. */
const MAX_SEEN = 30;

/** The most frequent pages, hostnames and countries, and all countries. What cannot be read is left out. */
export async function exclusionChoices(visit: Visit<'website'>): Promise<ExclusionChoices> {
  const [excludedPaths, excludedHostnames, seenCountries] = await Promise.all([
    readSeen(visit, 'page'),
    readSeen(visit, 'hostname'),
    readSeen(visit, 'country'),
  ]);
  return { excludedPaths, excludedHostnames, excludedCountries: [...seenCountries, allCountries()] };
}

const allCountries = byLanguage(
  (language): ChoiceGroup => ({
    name: t('All countries'),
    choices: [...countryCodes]
      .map((code) => ({ value: code, label: countryName(code) }))
      .toSorted((one, other) => one.label.localeCompare(other.label, language)),
  }),
);

const LISTS = { page: 'excludedPaths', hostname: 'excludedHostnames', country: 'excludedCountries' } as const;

/** The settings are shown without choices that take longer. */
const DEADLINE_MS = 2_000;

/** None if ClickHouse does not answer: the settings need only PostgreSQL. */
async function readValues(visit: Visit<'website'>, dimension: keyof typeof LISTS): Promise<readonly ListedValue[]> {
  try {
    const clickhouse = withDeadline(visit.clickhouse, DEADLINE_MS);
    return await listValues(clickhouse, recentScope(visit), dimension, [''], MAX_SEEN);
  } catch (error) {
    if (unavailableError(error) === undefined && !(error instanceof ClickHouseError)) throw error;
    return [];
  }
}

/** Whether a value is an entry that excludes it and nothing else. Visitors choose the addresses of pages. */
function isWhole(list: keyof ExclusionChoices, value: string): boolean {
  const entry = websitePatch.shape[list].safeParse([value]);
  const isSame = entry.success && isDeepStrictEqual(entry.data, [value]);
  return isSame && !value.includes('*') && readable(value) === value && isDeepStrictEqual(splitEntries(value), [value]);
}

/** No group without values. */
async function readSeen(visit: Visit<'website'>, dimension: keyof typeof LISTS): Promise<readonly ChoiceGroup[]> {
  const choices = (await readValues(visit, dimension))
    .filter(({ value }) => isWhole(LISTS[dimension], String(value)))
    .slice(0, MAX_SEEN)
    .map(({ value, label, visitors }) => ({
      // As the list shows it.
      value: dimension === 'hostname' ? unicodeHost(String(value)) : String(value),
      label: `${label} (${exact(visitors)})`,
    }));
  return choices.length === 0 ? [] : [{ name: t('Visitors in the last 90 days'), choices }];
}

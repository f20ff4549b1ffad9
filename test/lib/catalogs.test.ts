import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import { languages } from '../../src/lib/language/language.js';

/*
 * The compiler requires each text of the code in the German catalog. These tests hold the other catalogs to its keys, and each
 * translation to the values of its text.
 */

const SOURCE = fileURLToPath(new URL('../../src/', import.meta.url));
const translated = languages.filter((language) => language !== 'en');

type MessageElement = ReturnType<IntlMessageFormat['getAst']>[number];

const catalogOf = (language: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(`${SOURCE}lib/language/catalogs/${language}.json`, 'utf8'));

const keys = Object.keys(catalogOf('de'));
const isMessage = (text: string) => /\{|<(\w+)>.*<\/\1>/.test(text);

test('every text is used, and they are in order', () => {
  const source = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(SOURCE + name, 'utf8'))
    .join('\n');
  const isUsed = (text: string) =>
    [`'${text}'`, JSON.stringify(text), `\`${text}\``].some((each) => source.includes(each));
  expect(keys.filter((text) => !isUsed(text))).toEqual([]);
  expect(keys).toEqual(keys.toSorted());
  expect(keys.length).toBeGreaterThan(1_000);
});

test('scripts call t with a literal in single quotes on the same line, by which the build finds it', () => {
  const calls = readScripts().match(/(?<![\w.])t\([^\n]{0,60}/g) ?? [];
  expect(calls.length).toBeGreaterThan(20);
  expect(calls.filter((call) => !/^t\('[^']/.test(call))).toEqual([]);
});

describe.each(translated)('%s', (language) => {
  const catalog = catalogOf(language);

  test('has exactly the texts of the code', () => {
    expect(Object.keys(catalog)).toEqual(keys);
  });

  test('says something in each, without spaces around it', () => {
    const empty = Object.entries(catalog).filter(([, text]) => text === '' || text.trim() !== text);
    expect(empty).toEqual([]);
  });

  test('has the values and elements of the text, and plurals of the language', () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories as readonly string[];
    for (const text of keys.filter(isMessage)) {
      const [english, own] = [parts(text, 'en'), parts(catalog[text] ?? '', language)];
      expect(own.names, text).toEqual(english.names);
      for (const plural of own.plurals) {
        expect(plural, text).toContain('other');
        expect(categories, text).toEqual(expect.arrayContaining([...plural]));
      }
    }
  });

  test('has no text of a script that a browser could not format', () => {
    const scripts = readScripts();
    const own = keys.filter((text) => scripts.includes(`t('${text}'`));
    expect(own.length).toBeGreaterThan(20);
    for (const text of own) expect(catalog[text]?.replace(/\{\w+\}/g, ''), text).not.toMatch(/[{}<>]/);
  });
});

/** The names of a message's values and elements, and the categories of each of its plurals. */
function parts(message: string, language: string) {
  const names = new Set<string>();
  const plurals: (readonly string[])[] = [];
  const read = (elements: readonly MessageElement[]): void => {
    for (const element of elements) {
      if ('value' in element && !isText(element)) names.add(String(element.value));
      if ('options' in element) {
        const choices = Object.keys(element.options);
        if (element.type === PLURAL) plurals.push(choices);
        else for (const choice of choices) names.add(`${element.value}: ${choice}`);
        for (const { value } of Object.values(element.options)) read(value);
      }
      if ('children' in element) read(element.children);
    }
  };
  read(new IntlMessageFormat(message, language).getAst());
  return { names: [...names].toSorted(), plurals };
}

/** `TYPE.literal` of the parser. */
const isText = ({ type }: MessageElement): boolean => type === 0;

/** `TYPE.plural` of the parser. */
const PLURAL = 6;

/** The scripts of the browser, without `t` itself. */
const readScripts = (): string =>
  readdirSync(`${SOURCE}dashboard/browser`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && name !== 't.ts')
    .map((name) => readFileSync(`${SOURCE}dashboard/browser/${name}`, 'utf8'))
    .join('\n');

import { IntlMessageFormat } from 'intl-messageformat';
import { currentLanguage, inLanguage } from './language.js';
import { type Text, type TextValues, t } from './translate.js';

/** What is stored is in English, as the API has it. */
export const englishText = (text: Text, values?: TextValues): string => inLanguage('en', () => t(text, values));

/**
 * Returns a stored English text in the current language, if it is one of `texts`; else as it is. The first of them that
 * fits is taken.
 *
 * @param readValue returns what stands for a value in the current language
 */
export function translateStored(
  stored: string,
  texts: readonly Text[],
  readValue: (name: string, value: string) => string = (_, value) => value,
): string {
  if (currentLanguage() === 'en') return stored;
  for (const text of texts) {
    for (const pattern of listPatterns(text)) {
      const found = pattern.expression.exec(stored);
      if (found !== null) return t(text, readValues(pattern, found.slice(1), readValue));
    }
  }
  return stored;
}

/** Matches a text, with one choice of its plural. */
interface Pattern {
  readonly expression: RegExp;
  readonly values: readonly PatternValue[];
}

/** Of a group of the expression. */
interface PatternValue {
  readonly name: string;
  readonly isNumber: boolean;
}

/** Of a part of a text. */
interface Part {
  readonly source: string;
  readonly values: readonly PatternValue[];
}

type MessageElement = ReturnType<IntlMessageFormat['getAst']>[number];

const known = new Map<Text, readonly Pattern[]>();

function listPatterns(text: Text): readonly Pattern[] {
  const before = known.get(text);
  if (before !== undefined) return before;
  const parts = joinElements(new IntlMessageFormat(text, 'en').getAst());
  const patterns = parts.map(({ source, values }) => ({ expression: new RegExp(`^${source}$`, 's'), values }));
  known.set(text, patterns);
  return patterns;
}

/** @param counted the value that `#` stands for */
const joinElements = (elements: readonly MessageElement[], counted = ''): readonly Part[] =>
  elements.reduce<readonly Part[]>(
    (parts, element) =>
      parts.flatMap((one) =>
        readElement(element, counted).map((next) => ({
          source: one.source + next.source,
          values: [...one.values, ...next.values],
        })),
      ),
    [{ source: '', values: [] }],
  );

function readElement(element: MessageElement, counted: string): readonly Part[] {
  if ('options' in element) {
    return Object.values(element.options).flatMap(({ value }) => joinElements(value, element.value));
  }
  if (!('value' in element)) return [{ source: '([\\d,]+)', values: [{ name: counted, isNumber: true }] }];
  if (element.type === LITERAL) {
    return [{ source: element.value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), values: [] }];
  }
  return [{ source: '(.+?)', values: [{ name: element.value, isNumber: false }] }];
}

/** `TYPE.literal` of the parser. */
const LITERAL = 0;

const readValues = (
  { values }: Pattern,
  groups: readonly string[],
  readValue: (name: string, value: string) => string,
): TextValues =>
  Object.fromEntries(
    values.map(({ name, isNumber }, place) => {
      const text = groups[place] ?? '';
      return [name, isNumber ? Number(text.replaceAll(',', '')) : readValue(name, text)];
    }),
  );

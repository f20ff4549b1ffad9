import { IntlMessageFormat } from 'intl-messageformat';
import { currentLanguage, inLanguage } from './language.js';
import { type Text, t } from './translate.js';

type Values = Readonly<Record<string, string | number>>;

/** The English form of a text, in which what is shown to people later is stored. The API returns it as it is. */
export const toStored = (text: Text, values?: Values): string => inLanguage('en', () => t(text, values));

/** Returns a stored text in the current language, if it is one of `texts`; else as it is. */
export function storedText(stored: string, texts: readonly Text[]): string {
  if (currentLanguage() === 'en') return stored;
  for (const text of texts) {
    for (const form of listForms(text)) {
      const found = form.pattern.exec(stored);
      if (found !== null) return t(text, readValues(form, found.slice(1)));
    }
  }
  return stored;
}

/** A text with one choice of its plural. */
interface Form {
  readonly pattern: RegExp;
  /** By the groups of the pattern: names of values, and whether they are numbers. */
  readonly values: readonly { readonly name: string; readonly isNumber: boolean }[];
}

interface Draft {
  readonly source: string;
  readonly values: Form['values'];
}

type MessageElement = ReturnType<IntlMessageFormat['getAst']>[number];

const known = new Map<Text, readonly Form[]>();

function listForms(text: Text): readonly Form[] {
  const before = known.get(text);
  if (before !== undefined) return before;
  const drafts = draft(new IntlMessageFormat(text, 'en').getAst());
  const forms = drafts.map(({ source, values }) => ({ pattern: new RegExp(`^${source}$`, 's'), values }));
  known.set(text, forms);
  return forms;
}

function draft(elements: readonly MessageElement[], counted = ''): readonly Draft[] {
  return elements.reduce<readonly Draft[]>(
    (drafts, element) =>
      drafts.flatMap((one) =>
        draftElement(element, counted).map((next) => ({
          source: one.source + next.source,
          values: [...one.values, ...next.values],
        })),
      ),
    [{ source: '', values: [] }],
  );
}

function draftElement(element: MessageElement, counted: string): readonly Draft[] {
  if ('options' in element) return Object.values(element.options).flatMap(({ value }) => draft(value, element.value));
  if (!('value' in element)) return [{ source: '([\\d,]+)', values: [{ name: counted, isNumber: true }] }];
  if (element.type === LITERAL) return [{ source: element.value.replace(/[$(-+.?[-^{|}]/g, '\\$&'), values: [] }];
  return [{ source: '(.+?)', values: [{ name: element.value, isNumber: false }] }];
}

/** `TYPE.literal` of the parser. */
const LITERAL = 0;

const readValues = ({ values }: Form, groups: readonly string[]): Values =>
  Object.fromEntries(
    values.map(({ name, isNumber }, place) => {
      const text = groups[place] ?? '';
      return [name, isNumber ? Number(text.replaceAll(',', '')) : text];
    }),
  );

import { AsyncLocalStorage } from 'node:async_hooks';

/** Codes of the dashboard's languages. The first is the language of the texts in the code, and of the API. */
export const languages = ['en', 'de', 'fr', 'es', 'ja'] as const;

export type Language = (typeof languages)[number];

const [ENGLISH] = languages;

const current = new AsyncLocalStorage<{ language: Language }>();

/** English outside of {@link inLanguage}, such as in the API and the CLI. */
export const currentLanguage = (): Language => current.getStore()?.language ?? ENGLISH;

/** Texts, dates and numbers that `work` creates, also after it has waited, are in the language. */
export const inLanguage = <Result>(language: Language, work: () => Result): Result => current.run({ language }, work);

/** The same items, each created in the current language: the reader of a response asks for them outside of the request. */
export function keepLanguage<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  return readIn(currentLanguage(), items);
}

async function* readIn<Item>(language: Language, items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const reader = items[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await inLanguage(language, () => reader.next());
      if (done) return;
      yield value;
    }
  } finally {
    await reader.return?.();
  }
}

/** Replaces the language of the enclosing {@link inLanguage}, as when a request turns out to be an account's. */
export function changeLanguage(language: Language): void {
  const store = current.getStore();
  if (store !== undefined) store.language = language;
}

export const languageNamed = (name: unknown): Language | undefined => languages.find((each) => each === name);

/** As its speakers call it: `Deutsch`. */
export function ownName(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1);
}

/** Returns a function that creates a value, such as a formatter, once for each language it is called in. */
export function byLanguage<Value>(create: (language: Language) => Value): () => Value {
  const created = new Map<Language, Value>();
  return () => {
    const language = currentLanguage();
    const known = created.get(language);
    if (known !== undefined) return known;
    const value = create(language);
    created.set(language, value);
    return value;
  };
}

/** A label as it stands inside a sentence: `UTM source`, `bounce rate`. German nouns keep their capital letters. */
export const inSentence = (label: string): string =>
  currentLanguage() === 'de' ? label : label.replace(/\p{Lu}+\p{Ll}\S*/gu, (word) => word.toLowerCase());

import { AsyncLocalStorage } from 'node:async_hooks';

/** Codes of the dashboard's languages. The first is the language of the texts in the code, and of the API. */
export const languages = ['en', 'de', 'fr', 'es', 'ja'] as const;

export type Language = (typeof languages)[number];

const [ENGLISH] = languages;

const current = new AsyncLocalStorage<Language>();

/** Calls of {@link inLanguage} that have not ended. */
let running = 0;

/** Later versions follow contexts without hooks. */
const followsByHooks = Number(process.versions.node.split('.')[0]) < 24;

/** English outside of {@link inLanguage}, such as in the API and the CLI. */
export const currentLanguage = (): Language => current.getStore() ?? ENGLISH;

/**
 * Runs `work` in a language: its texts, dates and numbers, after an `await` too. It returns a Promise, or has finished when
 * it returns; for items that are read later there is {@link keepLanguage}.
 *
 * TRICKY: in Node before 24 a running AsyncLocalStorage makes every promise of the process slower, and a collected event a
 * fifth slower. So English, the language outside, needs none, and the storage is switched off after the last work in another.
 */
export function inLanguage<Result>(language: Language, work: () => Result): Result {
  if (language === ENGLISH && currentLanguage() === ENGLISH) return work();
  running += 1;
  const leave = () => {
    running -= 1;
    if (running === 0 && followsByHooks) current.disable();
  };
  let result: Result;
  try {
    result = current.run(language, work);
  } catch (error) {
    leave();
    throw error;
  }
  if (!(result instanceof Promise)) {
    leave();
    return result;
  }
  return result.finally(leave) as Result;
}

/** Returns the items, creating each in the language of the caller: the body of a response is read after its request. */
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

export const languageNamed = (name: unknown): Language | undefined => languages.find((each) => each === name);

/** As its speakers call it: `Deutsch`. */
export function nativeName(language: Language): string {
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

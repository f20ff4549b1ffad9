import { LRUCache } from 'lru-cache';

/** Results for longer texts are not cached, so that a cache entry takes at most 2 kB. */
const MAX_TEXT_LENGTH = 1_000;

/** Returns the function with a cache of its results for the latest texts. */
export function memoize<Answer extends {}>(answer: (text: string) => Answer, most: number): (text: string) => Answer {
  const cache = new LRUCache<string, Answer>({ max: most });
  return (text) => {
    const known = cache.get(text);
    if (known !== undefined) return known;
    if (text.length > MAX_TEXT_LENGTH) return answer(text);
    const key = copyText(text);
    const found = answer(key);
    cache.set(key, found);
    return found;
  };
}

/** Returns a function that loads a value once. After a failure, the next call loads it again. */
export function memoizePromise<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

/** TRICKY: V8 keeps a whole text alive for a slice of it, such as a request of 16 kB for a host name. */
const copyText = (text: string): string => ` ${text}`.slice(1);

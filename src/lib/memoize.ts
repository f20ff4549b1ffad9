import { LRUCache } from 'lru-cache';

/** Longer texts are answered each time. With it a cache takes at most 2 kB for each of its entries. */
const MAX_TEXT_LENGTH = 1_000;

/** The same function, which remembers its answers to the texts that were asked last. */
export function memoize<Answer extends {}>(answer: (text: string) => Answer, most: number): (text: string) => Answer {
  const cache = new LRUCache<string, Answer>({ max: most });
  return (text) => {
    const known = cache.get(text);
    if (known !== undefined) return known;
    if (text.length > MAX_TEXT_LENGTH) return answer(text);
    const key = copyOf(text);
    const found = answer(key);
    cache.set(key, found);
    return found;
  };
}

/** TRICKY: V8 keeps the whole of a text alive for a slice of it, a request of 16 kB for a host name. */
const copyOf = (text: string): string => ` ${text}`.slice(1);

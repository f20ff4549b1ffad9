import { LRUCache } from 'lru-cache';

/** The same function, which remembers its answers to the texts that were asked last. */
export function remembered<Answer extends {}>(
  answer: (text: string) => Answer,
  most: number,
): (text: string) => Answer {
  const cache = new LRUCache<string, Answer>({ max: most });
  return (text) => {
    const known = cache.get(text);
    if (known !== undefined) return known;
    const found = answer(text);
    cache.set(text, found);
    return found;
  };
}

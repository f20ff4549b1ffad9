import { executionAsyncId } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { currentLanguage, inLanguage, inSentence, keepLanguage, languages } from '../../src/lib/language/language.js';

/** Promises have ids of their own only while a context is followed, which makes each of them slower. Node 24 follows none so. */
async function isFollowed(): Promise<boolean> {
  const outside = executionAsyncId();
  await undefined;
  return executionAsyncId() !== outside;
}

test('each work has its own language, after waiting too, and English is outside', async () => {
  const found = await Promise.all(
    languages.map((language, place) =>
      inLanguage(language, async () => {
        for (let turns = 0; turns < 10 - place; turns += 1) await turn();
        const inside = inLanguage('ja', currentLanguage);
        await turn();
        return [currentLanguage(), inside];
      }),
    ),
  );
  expect(found).toEqual(languages.map((language) => [language, 'ja']));
  expect(currentLanguage()).toBe('en');
});

test('promises are followed only while work runs in another language than English', async () => {
  expect(await isFollowed()).toBe(false);
  expect(await inLanguage('en', isFollowed)).toBe(false);
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const works = [inLanguage('de', () => ended), inLanguage('fr', () => Promise.reject(new Error('fails')))];
  await expect(works[1]).rejects.toThrow('fails');
  expect(() =>
    inLanguage('es', () => {
      throw new Error('at once');
    }),
  ).toThrow('at once');
  expect(inLanguage('ja', currentLanguage)).toBe('ja');
  expect(await inLanguage('de', isFollowed)).toBe(Number(process.versions.node.split('.')[0]) < 24);
  end();
  await works[0];
  expect(await isFollowed()).toBe(false);
});

test('items that are read later are created in the language of their caller', async () => {
  let isClosed = false;
  async function* items() {
    try {
      for (;;) {
        await turn();
        yield currentLanguage();
      }
    } finally {
      isClosed = true;
    }
  }
  const german = inLanguage('de', () => keepLanguage(items()));
  const read: string[] = [];
  for await (const item of german) {
    expect(currentLanguage()).toBe('en');
    read.push(item);
    if (read.length === 3) break;
  }
  expect([read, isClosed]).toEqual([['de', 'de', 'de'], true]);
});

test('work in the language around it keeps it after that has ended, and another work too', async () => {
  let inner: Promise<readonly string[]> | undefined;
  await inLanguage('de', () => {
    inner = inLanguage('de', async () => {
      const found: string[] = [];
      for (let turns = 0; turns < 6; turns += 1) {
        await turn();
        found.push(currentLanguage());
      }
      return found;
    });
    return turn();
  });
  await inLanguage('fr', () => turn());
  expect(await inner).toEqual(Array(6).fill('de'));
});

test('a label inside a sentence keeps abbreviations, and in German its nouns', () => {
  expect(['UTM source', 'Bounce rate', 'OS version'].map(inSentence)).toEqual([
    'UTM source',
    'bounce rate',
    'OS version',
  ]);
  expect(inLanguage('de', () => inSentence('Eigenes Ereignis'))).toBe('Eigenes Ereignis');
});

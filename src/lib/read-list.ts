import { readFileSync } from 'node:fs';

const LISTS = new URL('../../lists/', import.meta.url);

/** Returns the lines of a file in `lists/`, each as its fields, which tabs separate. Lines that begin with `#` are comments. */
export const readList = (file: string): readonly (readonly string[])[] =>
  readFileSync(new URL(file, LISTS), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));

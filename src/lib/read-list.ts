import { readFileSync } from 'node:fs';

const LISTS = new URL('../../lists/', import.meta.url);

/** Tab-separated fields of each line. Lines that begin with `#` are comments. */
export const readList = (file: string): readonly (readonly string[])[] =>
  readFileSync(new URL(file, LISTS), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));

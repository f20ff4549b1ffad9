import type { FC } from 'hono/jsx';

/** Unicode's embeddings, overrides and isolates, which could make a path look like another one. */
const MARKS_OF_DIRECTION = /[\u202A-\u202E\u2066-\u2069]/g;

/** Replaces each direction mark by its code, such as `[U+202E]`. */
export const withVisibleMarks = (text: string): string =>
  text.replace(MARKS_OF_DIRECTION, (mark) => `[U+${mark.charCodeAt(0).toString(16).toUpperCase()}]`);

/** Visitors can send any name: `bdi` keeps it from reversing itself or the text beside it. */
export const Name: FC<{ readonly children: string }> = ({ children }) => <bdi>{withVisibleMarks(children)}</bdi>;

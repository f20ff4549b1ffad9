import type { FC } from 'hono/jsx';

/** Embeddings, overrides and isolates of Unicode, with which a path could look like another one. */
const MARKS_OF_DIRECTION = /[\u202A-\u202E\u2066-\u2069]/g;

/** A text in which `[U+202E]` stands for a mark that would turn its direction. */
export const withVisibleMarks = (text: string): string =>
  text.replace(MARKS_OF_DIRECTION, (mark) => `[U+${mark.charCodeAt(0).toString(16).toUpperCase()}]`);

/** A name that visitors may have made up: it turns nothing around, neither itself nor what stands beside it. */
export const Name: FC<{ readonly children: string }> = ({ children }) => <bdi>{withVisibleMarks(children)}</bdi>;

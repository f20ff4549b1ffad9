import type { FC } from 'hono/jsx';

/** Embeddings, overrides and isolates of Unicode, with which a path could look like another one. */
const MARKS_OF_DIRECTION = /[\u202A-\u202E\u2066-\u2069]/g;

/** Returns a text with each direction mark replaced by its code, such as `[U+202E]`. */
export const withVisibleMarks = (text: string): string =>
  text.replace(MARKS_OF_DIRECTION, (mark) => `[U+${mark.charCodeAt(0).toString(16).toUpperCase()}]`);

/** Renders a name that visitors may have made up, so that it cannot reverse itself or the text beside it. */
export const Name: FC<{ readonly children: string }> = ({ children }) => <bdi>{withVisibleMarks(children)}</bdi>;

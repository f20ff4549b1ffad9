import type { Child } from 'hono/jsx';
import { type Text, textParts } from '../../lib/language/translate.js';

type ElementFor = (content: Child) => Child;

/**
 * Like `t`, for texts with elements: in `Read <a>the docs</a>`, the value `a` returns the element for its content. A
 * value may also be an element.
 */
export const rich = (text: Text, values: Readonly<Record<string, Child | ((content: Child[]) => Child)>>): Child[] =>
  textParts<object>(text, values as Record<string, object>) as Child[];

/** For screen readers only. */
export const hidden: ElementFor = (content) => <span class="visually-hidden">{content}</span>;

/** With a space, so that screen readers do not join it to what comes next. */
export const hiddenBeforeNext: ElementFor = (content) => hidden([content, ' '] as Child[]);

/** Not on narrow screens. */
export const wide: ElementFor = (content) => <span class="wide-only">{content}</span>;

export const strong: ElementFor = (content) => <strong>{content}</strong>;

export const code: ElementFor = (content) => <code>{content}</code>;

export const linkTo =
  (href: string): ElementFor =>
  (content) => <a href={href}>{content}</a>;

import type { Visit } from '../../page-route.js';
import { viewAddress } from './base-path.js';
import { readView, type View } from './view.js';

interface Target {
  /** Last segment of the page; undefined for the dashboard. */
  readonly list?: string;
  /** Key of the success message. */
  readonly done?: string | undefined;
  /** The id of the element to scroll to. */
  readonly anchor: string;
  /** By default that in the address of the form. */
  readonly view?: View;
}

/** Back to a page, with its view. */
export function toView(
  { context, place, parameters }: Visit<'website'>,
  { list, done, anchor, view = readView(parameters).view }: Target,
): Response {
  const own = done === undefined ? [] : [['done', done] as const];
  return context.redirect(`${viewAddress(place, view, { list, own })}#${anchor}`, 303);
}

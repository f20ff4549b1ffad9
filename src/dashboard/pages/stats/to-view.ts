import type { Visit } from '../../page-route.js';
import { viewAddress } from './base-path.js';
import { readView } from './view.js';

interface Target {
  /** Last segment of the page; undefined for the dashboard. */
  readonly list?: string;
  /** Key of the success message. */
  readonly done?: string | undefined;
  /** The id of the element to scroll to. */
  readonly anchor: string;
}

/** Back to a page, with the view in the address of its form. */
export function toView({ context, place, parameters }: Visit<'website'>, { list, done, anchor }: Target): Response {
  const own = done === undefined ? [] : [['done', done] as const];
  return context.redirect(`${viewAddress(place, readView(parameters).view, { list, own })}#${anchor}`, 303);
}

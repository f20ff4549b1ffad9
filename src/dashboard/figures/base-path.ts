import type { Website } from '../../websites/website.js';
import { type View, viewParameters } from './view.js';

/** Where a website's figures are shown: on the pages of who owns it, or under a shared link. */
export interface Place {
  /** Path of the figures, without a trailing slash. */
  readonly path: string;
  /** Whether who looks may change settings. */
  readonly own: boolean;
  /** Stands in a frame of another site. */
  readonly embedded: boolean;
}

/** A website's pages. What is no identifier is the name of another page. */
export const WEBSITE = '/websites/:id{[0-9a-fA-F-]{36}}';

/** The last part of the path of the page that deletes events. */
export const DELETE_EVENTS = 'delete-events';

/** Where the owner of a website sees its figures. */
export const placeOf = ({ id }: Website): Place => ({ path: `/websites/${id}`, own: true, embedded: false });

/** What an address has beside the view. */
export interface AddressMore {
  /** The list that all rows are shown of. */
  readonly list?: string | undefined;
  readonly search?: string | undefined;
  /** From 1. */
  readonly part?: number;
  readonly csv?: boolean;
}

/** The address that shows this view at that place. */
export function addressOf({ path, embedded }: Place, view: View, more: AddressMore = {}): string {
  const { list, search, part = 1, csv } = more;
  const parameters = viewParameters(view);
  if (search) parameters.set('search', search);
  if (part > 1) parameters.set('part', String(part));
  if (embedded) parameters.set('embed', '1');
  const query = parameters.toString();
  return `${path}${list === undefined ? '' : `/${list}`}${csv ? '.csv' : ''}${query && `?${query}`}`;
}

import type { Website } from '../../../websites/website.js';
import { type View, viewParameters } from './view.js';

/** The place of a website's figures: the owner's pages, or a shared link. */
export interface Place {
  /** Path of the figures, without a trailing slash. */
  readonly path: string;
  /** Whether the viewer may change settings. */
  readonly own: boolean;
  /** Whether the page stands in a frame of another site. */
  readonly embedded: boolean;
}

/** The path of a website's pages. A segment that is no id is the name of another page. */
export const WEBSITE = '/websites/:id{[0-9a-fA-F-]{36}}';

/** The last path segment of the page that deletes events. */
export const DELETE_EVENTS = 'delete-events';

/** Returns the place of the figures for their owner. */
export const websitePlace = ({ id }: Website): Place => ({ path: `/websites/${id}`, own: true, embedded: false });

/** Parts of an address beside the view. */
export interface AddressMore {
  /** The list whose rows are all shown. */
  readonly list?: string | undefined;
  readonly search?: string | undefined;
  /** From 1. */
  readonly part?: number;
  readonly csv?: boolean;
  /** The key of the filter whose form is open. */
  readonly edit?: string;
  /** The key of a filter that is another one than was typed. */
  readonly changed?: string | undefined;
}

/** Returns the address of this view at that place. */
export function viewAddress({ path, embedded }: Place, view: View, more: AddressMore = {}): string {
  const { list, search, part = 1, csv, edit, changed } = more;
  const parameters = viewParameters(view);
  if (search) parameters.set('search', search);
  if (part > 1) parameters.set('part', String(part));
  if (edit) parameters.set('edit', edit);
  if (changed) parameters.set('changed', changed);
  if (embedded) parameters.set('embed', '1');
  const query = parameters.toString();
  return `${path}${list === undefined ? '' : `/${list}`}${csv ? '.csv' : ''}${query && `?${query}`}`;
}

import type { Website } from '../../../websites/website.js';
import { type View, viewParameters } from './view.js';

/** The owner's pages, or a shared link. */
export interface Place {
  /** Without a trailing slash. */
  readonly path: string;
  /** Whether the viewer may change settings. */
  readonly own: boolean;
  /** Whether another site frames the page. */
  readonly embedded: boolean;
}

/** A segment that is no id is the name of another page. */
export const WEBSITE = '/websites/:id{[0-9a-fA-F-]{36}}';

export const DELETE_EVENTS = 'delete-events';

export const websitePlace = ({ id }: Website): Place => ({ path: `/websites/${id}`, own: true, embedded: false });

/** Parameters besides the view. */
export interface AddressMore {
  /** The list of the page, which shows all of its rows. */
  readonly list?: string | undefined;
  readonly search?: string | undefined;
  /** From 1. */
  readonly part?: number;
  readonly csv?: boolean;
  /** Key of the filter to edit. */
  readonly edit?: string;
  /** Key of a filter that differs from what was typed. */
  readonly changed?: string | undefined;
}

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

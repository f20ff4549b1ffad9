import type { Place } from '../../access/place.js';
import { type OwnParameters, type View, viewParameters } from './view.js';

/** Last segments of pages below that of the figures. */
export const DELETE_EVENTS = 'delete-events';
export const CHANGES = 'changes';
export const FUNNELS = 'funnels';
export const JOURNEYS = 'journeys';
export const RETENTION = 'retention';
export const SEGMENTS = 'segments';
export const SEGMENT_SIZES = 'segment-sizes';
export const MATCHING = 'matching';
export const NOTES = 'notes';
export const REALTIME = 'realtime';
export const SHARING = 'sharing';
export const VIEW_FILE = 'view.zip';
export const CHART = 'chart';

/** Pages that count no conversions and compare nothing: they have goals as steps or returns. */
export const isOfBehavior = (list: string | undefined): boolean =>
  list === FUNNELS || list === JOURNEYS || list === RETENTION;

/** Parameters besides the view. */
export interface AddressMore {
  /** The list of the page, which shows all of its rows. */
  readonly list?: string | undefined;
  readonly search?: string | undefined;
  readonly own?: OwnParameters | undefined;
  /** From 1. */
  readonly part?: number;
  /** The list as a file, or as the statement that gives it. */
  readonly as?: 'csv' | 'sql';
  /** Key of the filter to edit. */
  readonly edit?: string;
  /** Key of a filter that differs from what was typed. */
  readonly changed?: string | undefined;
}

export function viewAddress({ path, embedded }: Place, view: View, more: AddressMore = {}): string {
  const { list, search, own = [], part = 1, as, edit, changed } = more;
  const parameters = viewParameters(view);
  for (const [name, value] of own) parameters.append(name, value);
  if (search) parameters.set('search', search);
  if (part > 1) parameters.set('part', String(part));
  if (edit) parameters.set('edit', edit);
  if (changed) parameters.set('changed', changed);
  if (embedded) parameters.set('embed', '1');
  const query = parameters.toString();
  return `${path}${list === undefined ? '' : `/${list}`}${as ? `.${as}` : ''}${query && `?${query}`}`;
}

import type { TaskQueue } from '../../lib/task-queue.js';
import type { OneView } from '../../websites/shared-links.js';
import type { Website } from '../../websites/website.js';

/** Where a website's figures are: among the owner's pages, or at a shared link. */
export interface Place {
  /** Without a trailing slash. */
  readonly path: string;
  /** Whether the viewer may change settings. */
  readonly own: boolean;
  /** Whether another site frames the page. */
  readonly embedded: boolean;
  /** The files of a shared link wait for each other. */
  readonly files?: TaskQueue;
  /** So do the explanations of its changes. */
  readonly changes?: TaskQueue;
  /** Of a link to one view alone. */
  readonly oneView?: OneView & { readonly view: string };
}

export const websitePlace = ({ id }: Pick<Website, 'id'>): Place => ({
  path: `/websites/${id}`,
  own: true,
  embedded: false,
});

import { findDefinition } from '../../../definitions/definitions.js';
import { findKind } from '../../../definitions/kinds.js';
import { FormRefusal, type Visit } from '../../page-route.js';
import { toConditions } from './named-conditions.js';
import type { PageContext } from './page-context.js';

/**
 * The filters of a view as in the API, with stored values, and what its segment has now: later changes of the segment do
 * not apply.
 *
 * @throws FormRefusal for a filter that matches nothing
 */
export async function readStoredFilters(
  { clickhouse, deps, website }: Visit<'website'>,
  shown: PageContext,
): Promise<readonly unknown[]> {
  const { filters, segment } = shown.view;
  const allTime = { start: shown.firstEvent ?? 0, end: deps.now() };
  const conditions = await toConditions(clickhouse, shown, filters, allTime);
  if (conditions.some(({ values }) => values.length === 0)) {
    throw new FormRefusal({ '': 'One of the filters matches nothing so far, and cannot be saved.' });
  }
  if (segment === undefined) return conditions;
  return [...conditions, (await findDefinition(deps.db, findKind('segment'), website.id, segment)).filters];
}

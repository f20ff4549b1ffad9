import { createDefinition, findDefinition } from '../../../definitions/definitions.js';
import { findKind } from '../../../definitions/kinds.js';
import { valid } from '../../../lib/validation.js';
import { FormRefusal, type Visit, websiteForm } from '../../page-route.js';
import { deleteForm, renameForm } from '../definitions/definition-forms.js';
import { viewAddress } from '../stats/base-path.js';
import { toConditions } from '../stats/named-conditions.js';
import type { PageContext } from '../stats/page-context.js';
import { readAddress } from '../stats/read-address.js';

const kind = findKind('segment');

/** Saves the filters of the address, and shows the dashboard with the segment in their place. */
export const saveSegment = websiteForm({
  path: '/save',
  anchor: 'save',
  read: (sent) => sent.texts('name'),
  submit: async ({ name }, visit) => {
    const { deps, website, context, place } = visit;
    const { shown } = await readAddress(visit);
    const fields = valid(kind.shape, { name, filters: await readSegmentFilters(visit, shown) });
    const { id } = await createDefinition(deps.db, kind, website, fields, deps.now());
    return context.redirect(viewAddress(place, { ...shown.view, filters: [], segment: id }), 303);
  },
});

/** As in the API: the filters of the view with stored values, and what its segment has, since segments have no others. */
async function readSegmentFilters({ clickhouse, deps, website }: Visit<'website'>, shown: PageContext) {
  const { filters, segment } = shown.view;
  if (filters.length === 0)
    throw new FormRefusal({ '': 'There is no filter to save. Add one on the dashboard first.' });
  const allTime = { start: shown.firstEvent ?? 0, end: deps.now() };
  const conditions = await toConditions(clickhouse, shown, filters, allTime);
  if (conditions.some(({ values }) => values.length === 0)) {
    throw new FormRefusal({ '': 'One of the filters matches nothing so far, and cannot be saved.' });
  }
  if (segment === undefined) return conditions;
  return [...conditions, (await findDefinition(deps.db, kind, website.id, segment)).filters];
}

export const renameSegment = renameForm(kind);

export const deleteSegment = deleteForm(kind);

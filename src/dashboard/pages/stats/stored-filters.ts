import { findDefinition } from '../../../definitions/definitions.js';
import { findKind } from '../../../definitions/kinds.js';
import { t } from '../../../lib/language/translate.js';
import { findDimension } from '../../../stats/dimensions.js';
import { FormRefusal, type Visit } from '../../page-route.js';
import { toSentence } from '../../ui/sentence.js';
import { toConditions } from './named-conditions.js';
import { orFailure } from './or-failure.js';
import type { PageContext } from './page-context.js';
import { readAddress } from './read-address.js';
import { readView } from './view.js';
import { isProperty } from './view-filter.js';
import { combineConditions } from './view-filters.js';

/**
 * Reads the view of the address of a form, with the filters to save.
 *
 * @throws FormRefusal as {@link readStoredFilters}, and where ClickHouse does not answer: what was typed stays
 */
export async function readStoredView(visit: Visit<'website'>) {
  const read = await orFailure(
    readAddress(visit).then(async ({ shown }) => ({ shown, stored: await readStoredFilters(visit, shown) })),
  );
  if ('failure' in read) throw new FormRefusal({ '': toSentence(read.failure) }, 503);
  return read;
}

/**
 * The filters of a view as in the API, with stored values, and what its segment has now: later changes of the segment do
 * not apply.
 *
 * @throws FormRefusal for what would not select the same later
 */
async function readStoredFilters(visit: Visit<'website'>, shown: PageContext): Promise<unknown> {
  const { clickhouse, deps, website } = visit;
  const { filters, segment, goal } = shown.view;
  const asked = readView(visit.parameters);
  if (asked.notices.length > 0 || asked.view.segment !== segment || asked.view.goal !== goal) {
    throw new FormRefusal({ '': t('A part of this view is no longer there. Open it on the dashboard again.') });
  }
  // They are compared by name, and stored as the codes that were found: later ones would not be among them.
  const named = filters.find(
    ({ dimension, operator }) =>
      operator === 'contains_not' && !isProperty(dimension) && findDimension(dimension).isCode,
  );
  if (named !== undefined) {
    throw new FormRefusal({
      '': t('Countries and languages cannot be saved as “does not contain”. Choose them by name.'),
    });
  }
  const allTime = { start: shown.firstEvent ?? 0, end: deps.now() };
  const conditions = await toConditions(clickhouse, shown, filters, allTime);
  if (conditions.some(({ values }) => values.length === 0)) {
    throw new FormRefusal({ '': t('One of the filters matches nothing so far, and cannot be saved.') });
  }
  const parts = combineConditions(conditions);
  if (segment === undefined) return parts;
  const saved = await findDefinition(deps.db, findKind('segment'), website.id, segment);
  return parts.length === 0 ? saved.filters : [...parts, saved.filters];
}

import { createDefinition } from '../../../definitions/definitions.js';
import { findKind } from '../../../definitions/kinds.js';
import { t } from '../../../lib/language/translate.js';
import { valid } from '../../../lib/validation.js';
import { FormRefusal, websiteForm } from '../../page-route.js';
import { definitionName, deleteForm, renameForm } from '../definitions/definition-forms.js';
import { viewAddress } from '../stats/base-path.js';
import { readStoredView } from '../stats/stored-filters.js';

const kind = findKind('segment');

/** Saves the filters of the address, and shows the dashboard with the segment in their place. */
export const saveSegment = websiteForm({
  path: '/save',
  anchor: 'save',
  fields: { name: definitionName },
  submit: async ({ name }, visit) => {
    const { deps, website, context, place } = visit;
    const { shown, stored } = await readStoredView(visit);
    if (shown.view.filters.length === 0) {
      throw new FormRefusal({ '': t('There is no filter to save. Add one on the dashboard first.') });
    }
    const fields = valid(kind.shape, { name, filters: stored });
    const { id } = await createDefinition(deps.db, kind, website, fields, deps.now());
    return context.redirect(viewAddress(place, { ...shown.view, filters: [], segment: id }), 303);
  },
});

const MISSING = 'This segment no longer exists.';

export const renameSegment = renameForm(kind, { done: 'Segment renamed.', missing: MISSING });

export const deleteSegment = deleteForm(kind, { done: 'Segment deleted.', missing: MISSING });

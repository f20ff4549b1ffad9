import { createDefinition, deleteDefinition, updateDefinition } from '../../../definitions/definitions.js';
import { findKind } from '../../../definitions/kinds.js';
import { valid } from '../../../lib/validation.js';
import { refuseMissing, type Visit, websiteForm } from '../../page-route.js';
import { definitionName } from '../definitions/definition-forms.js';
import { FUNNELS, viewAddress } from '../stats/base-path.js';
import { readAddress } from '../stats/read-address.js';
import { funnelFields, funnelParameters } from './funnel-choice.js';
import { readFunnels } from './read-funnels.js';

const funnel = findKind('funnel');

/** Saves the steps of the address under a new name. */
export const saveFunnel = websiteForm({
  path: '/save',
  anchor: 'save',
  fields: { name: definitionName },
  submit: ({ name }, visit) =>
    change(visit, 'saved', async ({ db, now, website, choice }) => {
      const fields = valid(funnel.shape, { name, ...funnelFields(choice) });
      return (await createDefinition(db, funnel, website, fields, now)).id;
    }),
  done: { key: 'saved', text: 'Funnel saved.' },
});

/** Replaces the steps of the saved funnel by those of the address. */
export const updateFunnel = websiteForm({
  path: '/update',
  anchor: 'save',
  submit: (_, visit) =>
    change(visit, 'updated', async ({ db, now, website, choice, id }) => {
      const fields = valid(funnel.shape.omit({ name: true }), funnelFields(choice));
      return (await updateDefinition(db, funnel, website, id, fields, now)).id;
    }),
  done: { key: 'updated', text: 'Changes saved.' },
});

export const renameFunnel = websiteForm({
  path: '/rename',
  anchor: 'rename',
  prefix: 'rename',
  fields: { name: definitionName },
  submit: ({ name }, visit) =>
    change(visit, 'renamed', async ({ db, now, website, id }) => {
      const fields = valid(funnel.shape.pick({ name: true }), { name });
      return (await updateDefinition(db, funnel, website, id, fields, now)).id;
    }),
  done: { key: 'renamed', text: 'Funnel renamed.' },
});

export const deleteFunnel = websiteForm({
  path: '/delete',
  submit: (_, visit) =>
    change(visit, 'deleted', async ({ db, website, id }) => {
      await deleteDefinition(db, funnel, website.id, id, true);
      return undefined;
    }),
  done: { key: 'deleted', text: 'Funnel deleted.' },
});

export const funnelForms = [saveFunnel, updateFunnel, renameFunnel, deleteFunnel];

type Change = ReturnType<typeof readChange> extends Promise<infer Value> ? Value : never;

const readChange = async (visit: Visit<'website'>) => ({
  db: visit.deps.db,
  now: visit.deps.now(),
  website: visit.website,
  choice: (await readFunnels(visit)).choice,
  id: visit.parameters.get('funnel') ?? '',
});

/** Returns to the page, with the funnel that `make` names, and the range and the filters of the address. */
async function change(
  visit: Visit<'website'>,
  done: string,
  make: (given: Change) => Promise<string | undefined>,
): Promise<Response> {
  const given = await readChange(visit);
  // Before the change: what has been saved must not be answered with an error.
  const { shown } = await readAddress(visit);
  try {
    const id = await make(given);
    const breakdown = funnelParameters(given.choice).filter(([name]) => name === 'breakdown');
    const own = [...(id === undefined ? [] : [['funnel', id] as const]), ...breakdown, ['done', done] as const];
    return visit.context.redirect(viewAddress(visit.place, shown.view, { list: FUNNELS, own }), 303);
  } catch (thrown) {
    return refuseMissing('This funnel no longer exists.')(thrown);
  }
}

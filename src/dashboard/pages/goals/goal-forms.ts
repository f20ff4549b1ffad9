import { z } from 'zod';
import { createDefinition, deleteDefinition, updateDefinition } from '../../../definitions/definitions.js';
import { findKind } from '../../../definitions/kinds.js';
import { plainText } from '../../../lib/text.js';
import { valid } from '../../../lib/validation.js';
import { refuseMissing, websiteForm } from '../../page-route.js';
import { type GoalFields, goalKinds, goalMatch } from './goal-match.js';

const kind = findKind('goal');

export const goalFields = z.object({
  name: plainText(1, 100),
  kind: z.enum(goalKinds.map((each) => each.kind)),
  value: z.string().trim().min(1, 'is required').max(2_000, 'must have at most 2,000 characters'),
  property: z.string().trim().max(64, 'must have at most 64 characters'),
  propertyValue: z.string().trim().max(500, 'must have at most 500 characters'),
});

export const addGoal = websiteForm<GoalFields>({
  path: '/add',
  anchor: 'add-goal',
  read: (sent) => sent.texts('name', 'kind', 'value', 'property', 'propertyValue'),
  submit: async (values, { website, deps }) => {
    const { name, ...match } = valid(goalFields, values);
    await createDefinition(deps.db, kind, website, { name, match: goalMatch(match) }, deps.now());
    return 'done';
  },
  done: { key: 'added', text: 'Goal added. It counts past events, too.' },
});

export const renameGoal = websiteForm({
  path: '/rename',
  read: (sent) => sent.texts('id', 'name'),
  submit: async ({ id, name }, { website, deps }) => {
    const named = valid(kind.shape.pick({ name: true }), { name });
    await updateDefinition(deps.db, kind, website, id, named, deps.now()).catch(refuseMissing('goal'));
    return 'done';
  },
  done: { key: 'renamed', text: 'Goal renamed.' },
});

/** Refused for a goal that others refer to, until the person insists. */
export const deleteGoal = websiteForm({
  path: '/delete',
  read: (sent) => ({ id: sent.text('id'), force: sent.text('force') !== '' }),
  submit: async ({ id, force }, { website, deps }) => {
    await deleteDefinition(deps.db, kind, website.id, id, force || { option: '“Delete anyway”' }).catch(
      refuseMissing('goal'),
    );
    return 'done';
  },
  done: { key: 'deleted', text: 'Goal deleted.' },
});

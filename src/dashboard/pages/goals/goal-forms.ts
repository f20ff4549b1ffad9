import { z } from 'zod';
import { createDefinition } from '../../../definitions/definitions.js';
import { findKind } from '../../../definitions/kinds.js';
import { plainText } from '../../../lib/text.js';
import { valid } from '../../../lib/validation.js';
import { websiteForm } from '../../page-route.js';
import { deleteForm, renameForm } from '../definitions/definition-forms.js';
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

export const renameGoal = renameForm(kind);

export const deleteGoal = deleteForm(kind);

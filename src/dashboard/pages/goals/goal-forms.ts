import { z } from 'zod';
import { createDefinition } from '../../../definitions/definitions.js';
import { findKind } from '../../../definitions/kinds.js';
import { t } from '../../../lib/language/translate.js';
import { exact } from '../../../lib/number-text.js';
import { plainText } from '../../../lib/text.js';
import { valid } from '../../../lib/validation.js';
import { websiteForm } from '../../page-route.js';
import { deleteForm, renameForm } from '../definitions/definition-forms.js';
import { type GoalFields, goalKinds, goalMatch } from './goal-match.js';

const kind = findKind('goal');

const shortText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: () => t('must have at most {count} characters', { count: exact(max) }) });

export const goalFields = z.object({
  name: plainText(1, 100),
  kind: z.enum(
    goalKinds.map(({ kind }) => kind),
    { error: () => t('must be one of {values}', { values: goalKinds.map(({ kind }) => kind).join(', ') }) },
  ),
  value: shortText(2_000).min(1, { error: () => t('is required') }),
  property: shortText(64),
  propertyValue: shortText(500),
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

const MISSING = 'This goal no longer exists.';

export const renameGoal = renameForm(kind, { done: 'Goal renamed.', missing: MISSING });

export const deleteGoal = deleteForm(kind, { done: 'Goal deleted.', missing: MISSING });

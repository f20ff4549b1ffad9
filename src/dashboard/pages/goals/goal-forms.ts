import { z } from 'zod';
import { createDefinition } from '../../../definitions/definitions.js';
import { findKind } from '../../../definitions/kinds.js';
import { t } from '../../../lib/language/translate.js';
import { exact } from '../../../lib/number-text.js';
import { plainText } from '../../../lib/text.js';
import { websiteForm } from '../../page-route.js';
import { choice, line } from '../../ui/fields.js';
import { deleteForm, renameForm } from '../definitions/definition-forms.js';
import { goalKinds, goalMatch } from './goal-match.js';

const kind = findKind('goal');

const MAX_VALUE_LENGTH = 2_000;
const MAX_PROPERTY_LENGTH = 64;
const MAX_PROPERTY_VALUE_LENGTH = 500;

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
  value: shortText(MAX_VALUE_LENGTH).min(1, { error: () => t('is required') }),
  property: shortText(MAX_PROPERTY_LENGTH),
  propertyValue: shortText(MAX_PROPERTY_VALUE_LENGTH),
});

export const addGoal = websiteForm({
  path: '/add',
  anchor: 'add-goal',
  fields: {
    kind: choice(
      'Type',
      goalKinds.map(({ kind, label }) => [kind, label]),
    ),
    value: line('Event, page or link', {
      hint: 'In pages, * stands for any characters: /blog/*',
      placeholder: 'signup',
      autocomplete: 'off',
      list: 'seen-values',
      maxlength: MAX_VALUE_LENGTH,
      spellcheck: false,
      required: true,
    }),
    property: line('Property (optional)', {
      hint: 'Only for custom events.',
      placeholder: 'plan',
      autocomplete: 'off',
      maxlength: MAX_PROPERTY_LENGTH,
    }),
    propertyValue: line('Value', { placeholder: 'pro', autocomplete: 'off', maxlength: MAX_PROPERTY_VALUE_LENGTH }),
    name: line('Name', { placeholder: () => t('Sign-up'), autocomplete: 'off', maxlength: 100, required: true }),
  },
  schema: goalFields,
  submit: async ({ name, ...match }, { website, deps }) => {
    await createDefinition(deps.db, kind, website, { name, match: goalMatch(match) }, deps.now());
  },
  done: { key: 'added', text: 'Goal added. It counts past events, too.' },
});

const MISSING = 'This goal no longer exists.';

export const renameGoal = renameForm(kind, { done: 'Goal renamed.', missing: MISSING });

export const deleteGoal = deleteForm(kind, { done: 'Goal deleted.', missing: MISSING });

import { deleteDefinition, updateDefinition } from '../../../definitions/definitions.js';
import type { Kind } from '../../../definitions/kinds.js';
import { type Text, t } from '../../../lib/language/translate.js';
import { valid } from '../../../lib/validation.js';
import { refuseMissing, websiteForm } from '../../page-route.js';
import { type FieldErrors, filled, line, text } from '../../ui/fields.js';

/** The name of a goal, segment or funnel. */
export const definitionName = line('Name', { autocomplete: 'off', maxlength: 100, required: true });

/** What a form answers, such as `Goal renamed.` */
interface Answers {
  readonly done: Text;
  /** For what another window has deleted. */
  readonly missing: Text;
}

export const renameForm = (kind: Kind, { done, missing }: Answers) =>
  websiteForm({
    path: '/rename',
    fields: { id: text, name: definitionName },
    submit: async ({ id, name }, { website, deps }) => {
      const named = valid(kind.shape.pick({ name: true }), { name });
      await updateDefinition(deps.db, kind, website, id, named, deps.now()).catch(refuseMissing(missing));
    },
    done: { key: 'renamed', text: done },
  });

/** Refused for what other definitions refer to, until the person insists. */
export const deleteForm = (kind: Kind, { done, missing }: Answers) =>
  websiteForm({
    path: '/delete',
    fields: { id: text, force: filled },
    submit: async ({ id, force }, { website, deps }) => {
      await deleteDefinition(deps.db, kind, website.id, id, force || { option: t('“Delete anyway”') }).catch(
        refuseMissing(missing),
      );
    },
    done: { key: 'deleted', text: done },
  });

/** The errors of all fields but those that the form shows, as one. */
export function joinErrors(errors: FieldErrors, ...fields: readonly string[]): FieldErrors {
  const texts = Object.entries(errors).flatMap(([name, text]) => (fields.includes(name) ? [] : [text]));
  return texts.length === 0 ? {} : { '': texts.join(' ') };
}

import { deleteDefinition, updateDefinition } from '../../../definitions/definitions.js';
import type { Kind } from '../../../definitions/kinds.js';
import { type Text, t } from '../../../lib/language/translate.js';
import { valid } from '../../../lib/validation.js';
import { refuseMissing, websiteForm } from '../../page-route.js';
import type { FieldErrors } from '../../ui/form.js';

/** What a form answers, such as `Goal renamed.` */
interface Answers {
  readonly done: Text;
  /** For what another window has deleted. */
  readonly missing: Text;
}

export const renameForm = (kind: Kind, { done, missing }: Answers) =>
  websiteForm({
    path: '/rename',
    read: (sent) => sent.texts('id', 'name'),
    submit: async ({ id, name }, { website, deps }) => {
      const named = valid(kind.shape.pick({ name: true }), { name });
      await updateDefinition(deps.db, kind, website, id, named, deps.now()).catch(refuseMissing(missing));
      return 'done';
    },
    done: { key: 'renamed', text: done },
  });

/** Refused for what other definitions refer to, until the person insists. */
export const deleteForm = (kind: Kind, { done, missing }: Answers) =>
  websiteForm({
    path: '/delete',
    read: (sent) => ({ id: sent.text('id'), force: sent.text('force') !== '' }),
    submit: async ({ id, force }, { website, deps }) => {
      await deleteDefinition(deps.db, kind, website.id, id, force || { option: t('“Delete anyway”') }).catch(
        refuseMissing(missing),
      );
      return 'done';
    },
    done: { key: 'deleted', text: done },
  });

/** The errors of all fields but those that the form shows, as one. */
export function joinErrors(errors: FieldErrors, ...fields: readonly string[]): FieldErrors {
  const texts = Object.entries(errors).flatMap(([name, text]) => (fields.includes(name) ? [] : [text]));
  return texts.length === 0 ? {} : { '': texts.join(' ') };
}

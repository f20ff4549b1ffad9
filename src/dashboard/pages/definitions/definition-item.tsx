import type { Child, FC } from 'hono/jsx';
import type { Definition } from '../../../definitions/definitions.js';
import { t } from '../../../lib/language/translate.js';
import { ConfirmDialog, ConfirmLink } from '../../ui/confirm.js';
import { Button, Form, FormError, type ShownForm } from '../../ui/form.js';
import { Name } from '../stats/name.js';

interface Props {
  /** As in `goal`. */
  readonly noun: string;
  readonly definition: Definition;
  /** The dashboard with it. */
  readonly href: string;
  /** Path of the form. */
  readonly rename: string;
  readonly removing: ShownForm<{ readonly id: string; readonly force: boolean }>;
  /** Of deleting it. */
  readonly consequence: string;
  /** Beside the name. */
  readonly children?: Child;
}

/** A goal or segment in the list of its kind, to rename and to delete. */
export const DefinitionItem: FC<Props> = ({ noun, definition, href, rename, removing, consequence, children }) => {
  const { id, name = '' } = definition;
  const isRefused = removing.values?.id === id && removing.errors[''] !== undefined;
  return (
    <li class="stack" id={id}>
      <div class="row item-head">
        <h3>
          <a href={href}>
            <Name>{name}</Name>
          </a>
        </h3>
        {children}
        <ConfirmLink dialog={`delete-${id}`}>
          Delete
          <span class="visually-hidden"> {name}</span>
        </ConfirmLink>
      </div>
      <details>
        <summary>
          Rename
          <span class="visually-hidden"> {name}</span>
        </summary>
        <Form action={rename} class="row">
          <input type="hidden" name="id" value={id} />
          <input name="name" value={name} aria-label={`New name of ${name}`} maxlength={100} required />
          <Button kind="quiet">{t('Save name')}</Button>
        </Form>
      </details>
      <ConfirmDialog
        id={`delete-${id}`}
        title={`Delete “${name}”?`}
        action={removing.action}
        open={isRefused}
        consequence={consequence}
      >
        {isRefused && <FormError errors={removing.errors} />}
        <input type="hidden" name="id" value={id} />
        {isRefused && <input type="hidden" name="force" value="true" />}
        <Button kind="danger">{isRefused ? 'Delete anyway' : `Delete ${noun}`}</Button>
      </ConfirmDialog>
    </li>
  );
};

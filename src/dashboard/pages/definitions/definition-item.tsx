import type { Child, FC } from 'hono/jsx';
import type { Definition } from '../../../definitions/definitions.js';
import { t } from '../../../lib/language/translate.js';
import { ConfirmDialog, ConfirmLink } from '../../ui/confirm.js';
import type { ShownForm } from '../../ui/fields.js';
import { Button, Form, FormError } from '../../ui/form.js';
import { hidden, rich } from '../../ui/rich.js';
import { Name } from '../stats/name.js';

interface Props {
  readonly definition: Definition;
  /** The dashboard with it. */
  readonly href: string;
  /** Path of the form. */
  readonly rename: string;
  readonly removing: ShownForm<{ readonly id: string; readonly force: boolean }>;
  /** As in `Delete goal`. */
  readonly removeLabel: string;
  /** Of deleting it. */
  readonly consequence: string;
  /** Beside the name. */
  readonly children?: Child;
}

/** A goal or segment in the list of its kind, to rename and to delete. */
export const DefinitionItem: FC<Props> = ({
  definition,
  href,
  rename,
  removing,
  removeLabel,
  consequence,
  children,
}) => {
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
        <ConfirmLink dialog={`delete-${id}`}>{rich('Delete<hidden> {name}</hidden>', { name, hidden })}</ConfirmLink>
      </div>
      <details>
        <summary>{rich('Rename<hidden> {name}</hidden>', { name, hidden })}</summary>
        <Form action={rename} class="row">
          <input type="hidden" name="id" value={id} />
          <input name="name" value={name} aria-label={t('New name of {name}', { name })} maxlength={100} required />
          <Button kind="quiet">{t('Save name')}</Button>
        </Form>
      </details>
      <ConfirmDialog
        id={`delete-${id}`}
        title={t('Delete “{name}”?', { name })}
        action={removing.action}
        open={isRefused}
        consequence={consequence}
      >
        {isRefused && <FormError errors={removing.errors} />}
        <input type="hidden" name="id" value={id} />
        {isRefused && <input type="hidden" name="force" value="true" />}
        <Button kind="danger">{isRefused ? t('Delete anyway') : removeLabel}</Button>
      </ConfirmDialog>
    </li>
  );
};

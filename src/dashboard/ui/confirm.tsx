import type { Child, FC } from 'hono/jsx';
import { t } from '../../lib/language/translate.js';
import { ButtonLink } from './form.js';

/** Opens the dialog with this id; without a script, scrolls to it. */
export const ConfirmLink: FC<{ dialog: string; children?: Child }> = ({ dialog, children }) => (
  <ButtonLink kind="quiet" href={`#${dialog}`} data-dialog={dialog}>
    {children}
  </ButtonLink>
);

/**
 * The children are the rest of the form: fields, and at least the submit button. A `ConfirmLink` opens it; with `open`
 * it is open at once, to show errors.
 */
export const ConfirmDialog: FC<{
  id: string;
  title: string;
  action: string;
  open?: boolean;
  consequence: Child;
  children?: Child;
}> = ({ id, title, action, open, consequence, children }) => (
  <dialog class="dialog" id={id} aria-labelledby={`${id}-title`} {...(open && { 'data-open': '' })}>
    <form method="post" action={action}>
      <h2 id={`${id}-title`}>{title}</h2>
      <div class="muted">{consequence}</div>
      {children}
      <a class="button button-quiet" href="#main" data-close>
        {t('Cancel')}
      </a>
    </form>
  </dialog>
);

import type { Child, FC } from 'hono/jsx';
import { buttonClass } from './form.js';

/** Opens the dialog of that id; without a script, jumps to it. */
export const ConfirmLink: FC<{ dialog: string; kind?: 'quiet' | 'danger'; children?: Child }> = (props) => (
  <a class={buttonClass(props.kind)} href={`#${props.dialog}`} data-dialog={props.dialog}>
    {props.children}
  </a>
);

/**
 * Asks for confirmation. The children are the rest of its form: fields, and at least the submit button. It is closed
 * until a `ConfirmLink` opens it, and open at once with `open`, to show errors.
 */
export const ConfirmDialog: FC<{
  id: string;
  title: string;
  action: string;
  open?: boolean;
  /** The consequence of the action. */
  consequence: Child;
  children?: Child;
}> = ({ id, title, action, open, consequence, children }) => (
  <dialog class="dialog" id={id} aria-labelledby={`${id}-title`} {...(open && { 'data-open': '' })}>
    <form method="post" action={action}>
      <h2 id={`${id}-title`}>{title}</h2>
      <div class="dialog-consequence">{consequence}</div>
      {children}
      <a class="button button-quiet" href="#main" data-close>
        Cancel
      </a>
    </form>
  </dialog>
);

import type { Child, FC } from 'hono/jsx';
import { ConfirmDialog, ConfirmLink } from './confirm.js';
import { Button } from './form.js';

/** A button that asks first. The form sends `value` as `name`. */
interface Removal {
  /** Id of the dialog. */
  readonly id: string;
  readonly verb: string;
  readonly question: string;
  readonly consequence: string;
  readonly confirm: string;
  readonly action: string;
  readonly name: string;
  readonly value: string;
}

interface Props {
  readonly title: string;
  readonly href?: string;
  /** Beside the title. */
  readonly head?: Child;
  readonly removal?: Removal | undefined;
  readonly children?: Child;
}

/** An entry of a list, such as a webhook: its title and its buttons, with details below. */
export const Item: FC<Props> = ({ title, href, head, removal, children }) => (
  <li class="stack">
    <div class="row item-head">
      <h3>{href === undefined ? title : <a href={href}>{title}</a>}</h3>
      {head}
      {removal && (
        <ConfirmLink dialog={removal.id}>
          {removal.verb}
          <span class="visually-hidden"> {title}</span>
        </ConfirmLink>
      )}
    </div>
    {children}
    {removal && (
      <ConfirmDialog id={removal.id} title={removal.question} action={removal.action} consequence={removal.consequence}>
        <input type="hidden" name={removal.name} value={removal.value} />
        <Button kind="danger">{removal.confirm}</Button>
      </ConfirmDialog>
    )}
  </li>
);

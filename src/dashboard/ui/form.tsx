import type { Child, FC } from 'hono/jsx';
import { t } from '../../lib/language/translate.js';
import type { FieldErrors, ShownForm } from './fields.js';

/** For forms that change something. With `form`, an error that belongs to no field is shown on top. */
export const Form: FC<{
  form?: ShownForm<unknown>;
  /** Anchor to scroll to after submitting, which `action` also has. */
  id?: string;
  action?: string;
  class?: string;
  /** Whether the form has a file field. */
  upload?: boolean;
  /** What a script loads into the element with the role `status` as these fields change. Logs can show what they have. */
  preview?: { readonly path: string; readonly fields: readonly string[] };
  children?: Child;
}> = ({ form, id, action = form?.action, class: className, upload, preview, children }) => (
  <form
    method="post"
    {...(id !== undefined && { id })}
    {...(action !== undefined && { action })}
    class={className ?? 'form'}
    {...(upload && { enctype: 'multipart/form-data' })}
    {...(preview !== undefined && { 'data-preview': preview.path, 'data-preview-fields': preview.fields.join(' ') })}
  >
    <FormError errors={form?.errors} />
    {children}
  </form>
);

/** The error that belongs to no field. */
export const FormError: FC<{ errors: FieldErrors | undefined }> = ({ errors }) =>
  errors?.[''] === undefined ? null : <Notice kind="bad">{errors['']}</Notice>;

interface ButtonProps {
  /** `quiet` for secondary actions, `danger` for irreversible ones. */
  readonly kind?: 'quiet' | 'danger';
  readonly small?: boolean;
  readonly children?: Child;
}

interface SubmitProps extends ButtonProps {
  readonly name?: string;
  readonly value?: string;
  readonly formaction?: string;
  readonly formmethod?: 'get';
  /** Whether the form is submitted without checking its fields. */
  readonly formnovalidate?: boolean;
}

/** Submits the form around it. */
export const Button: FC<SubmitProps> = (props) => {
  const { kind, small, children, ...submitted } = props;
  return (
    <button class={buttonClass(kind, small)} type="submit" {...submitted}>
      {children}
    </button>
  );
};

/** `href` and other attributes are those of a link. */
export const ButtonLink: FC<ButtonProps & { href: string; rel?: string; 'data-dialog'?: string }> = (props) => {
  const { kind, small, children, ...link } = props;
  return (
    <a class={buttonClass(kind, small)} {...link}>
      {children}
    </a>
  );
};

const buttonClass = (kind: ButtonProps['kind'] | undefined, small = false): string =>
  ['button', ...(kind === undefined ? [] : [`button-${kind}`]), ...(small ? ['button-small'] : [])].join(' ');

/** The last row of a form that can be left: a submit button, and a link to the page before. */
export const SubmitOrCancel: FC<SubmitProps & { cancel: string }> = ({ cancel, ...submit }) => (
  <div class="row">
    <Button {...submit} />
    <ButtonLink kind="quiet" href={cancel}>
      {t('Cancel')}
    </ButtonLink>
  </div>
);

/** A form of only a button, which may submit one hidden value. */
export const ActionButton: FC<ButtonProps & { action: string; name?: string; value?: string }> = (props) => {
  const { action, name, value, kind = 'quiet', ...button } = props;
  return (
    <Form action={action} class="row">
      {name !== undefined && <input type="hidden" name={name} value={value} />}
      <Button {...button} kind={kind} />
    </Form>
  );
};

export const Notice: FC<{ kind?: 'good' | 'bad' | 'info'; children?: Child }> = ({ kind = 'info', children }) => (
  <div class={`notice notice-${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
    {children}
  </div>
);

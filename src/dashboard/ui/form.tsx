import type { Child, FC } from 'hono/jsx';

/** By field name; `''` has errors that belong to no field. */
export type FieldErrors = Readonly<Record<string, string>>;

/** For a field that is empty again after an error, because secrets are not shown. */
export const TYPE_AGAIN = 'Enter it again: it is not shown after an error.';

interface FrameProps {
  /** Also the id of the control. */
  readonly name: string;
  readonly label: Child;
  readonly hint?: Child;
  readonly error?: string | undefined;
}

interface InputProps extends FrameProps {
  readonly type?: string;
  readonly value?: string | null | undefined;
  readonly required?: boolean;
  readonly autocomplete?: string;
  readonly autofocus?: boolean;
  readonly placeholder?: string;
  readonly inputmode?: 'text' | 'numeric' | 'decimal' | 'email' | 'url' | 'search';
  readonly minlength?: number;
  readonly maxlength?: number;
  readonly pattern?: string;
  readonly accept?: string;
  /** In bytes. */
  readonly 'data-most-bytes'?: number;
  /** Id of a `datalist`. */
  readonly list?: string;
  readonly spellcheck?: boolean;
}

/** For forms that change something. */
export const Form: FC<{
  /** Anchor to scroll to after submitting, which `action` also has. */
  id?: string;
  action?: string;
  class?: string;
  /** Whether the form has a file field. */
  upload?: boolean;
  /** The error under `''` is shown on top. */
  errors?: FieldErrors | undefined;
  children?: Child;
}> = ({ id, action, class: className, upload, errors, children }) => (
  <form
    method="post"
    {...(id !== undefined && { id })}
    {...(action !== undefined && { action })}
    class={className ?? 'form'}
    {...(upload && { enctype: 'multipart/form-data' })}
  >
    <FormError errors={errors} />
    {children}
  </form>
);

/** The error that belongs to no field. */
export const FormError: FC<{ errors: FieldErrors | undefined }> = ({ errors }) =>
  errors?.[''] === undefined ? null : <Notice kind="bad">{errors['']}</Notice>;

/** With label, hint and error. */
export const Field: FC<InputProps> = ({ label, hint, error, value, type = 'text', ...input }) => (
  <FieldFrame name={input.name} label={label} hint={hint} error={error}>
    <input
      {...input}
      id={input.name}
      type={type}
      {...(typeof value === 'string' && { value })}
      {...describedBy(input.name, hint, error)}
    />
  </FieldFrame>
);

export const TextArea: FC<FrameProps & Pick<InputProps, 'value' | 'placeholder'> & { rows?: number }> = (props) => {
  const { name, label, hint, error, value, rows = 3, placeholder } = props;
  return (
    <FieldFrame name={name} label={label} hint={hint} error={error}>
      <textarea
        id={name}
        name={name}
        rows={rows}
        spellcheck={false}
        {...(placeholder !== undefined && { placeholder })}
        {...describedBy(name, hint, error)}
      >
        {value ?? ''}
      </textarea>
    </FieldFrame>
  );
};

/** Sent as `on` when checked. */
export const Checkbox: FC<FrameProps & { checked?: boolean }> = ({ name, label, hint, error, checked = false }) => (
  <div class="field field-check">
    <input id={name} name={name} type="checkbox" checked={checked} {...describedBy(name, hint, error)} />
    <label for={name}>{label}</label>
    <HintAndError name={name} hint={hint} error={error} />
  </div>
);

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly hint: string;
}

export const Options: FC<Omit<FrameProps, 'hint'> & { options: readonly Option[]; chosen: string }> = (props) => {
  const { name, label, error, options, chosen } = props;
  return (
    <fieldset class="options" id={name} {...describedBy(name, undefined, error)}>
      <legend>{label}</legend>
      {options.map(({ value, label, hint }) => {
        const id = `${name}-${value}`;
        return (
          <div class="field-check">
            <input
              type="radio"
              id={id}
              name={name}
              value={value}
              checked={value === chosen}
              {...describedBy(id, hint, undefined)}
            />
            <label for={id}>{label}</label>
            <HintAndError name={id} hint={hint} />
          </div>
        );
      })}
      <HintAndError name={name} error={error} />
    </fieldset>
  );
};

const FieldFrame: FC<FrameProps & { children?: Child }> = ({ name, label, hint, error, children }) => (
  <div class={error === undefined ? 'field' : 'field field-wrong'}>
    <label for={name}>{label}</label>
    {children}
    <HintAndError name={name} hint={hint} error={error} />
  </div>
);

const HintAndError: FC<Omit<FrameProps, 'label'>> = ({ name, hint, error }) => (
  <>
    {error !== undefined && (
      <p class="field-error" id={`${name}-error`}>
        {error}
      </p>
    )}
    {hint !== undefined && (
      <p class="muted small" id={`${name}-hint`}>
        {hint}
      </p>
    )}
  </>
);

function describedBy(name: string, hint: Child | undefined, error: string | undefined) {
  const ids = [error !== undefined && `${name}-error`, hint !== undefined && `${name}-hint`].filter(Boolean);
  return {
    ...(ids.length > 0 && { 'aria-describedby': ids.join(' ') }),
    ...(error !== undefined && { 'aria-invalid': 'true' as const }),
  };
}

/** `quiet` for secondary actions, `danger` for irreversible ones. */
export const Button: FC<{ kind?: 'quiet' | 'danger'; name?: string; value?: string; children?: Child }> = (props) => {
  const { kind, name, value, children } = props;
  return (
    <button class={buttonClass(kind)} type="submit" {...(name && { name })} {...(value && { value })}>
      {children}
    </button>
  );
};

export const ButtonLink: FC<{ href: string; kind?: 'quiet' | 'danger'; children?: Child }> = (props) => (
  <a class={buttonClass(props.kind)} href={props.href}>
    {props.children}
  </a>
);

export const buttonClass = (kind?: 'quiet' | 'danger'): string =>
  kind === undefined ? 'button' : `button button-${kind}`;

export const Notice: FC<{ kind?: 'good' | 'bad' | 'info'; children?: Child }> = ({ kind = 'info', children }) => (
  <div class={`notice notice-${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
    {children}
  </div>
);

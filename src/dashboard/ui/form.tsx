import type { Child, FC } from 'hono/jsx';
import { type Text, t } from '../../lib/language/translate.js';
import { capitalized } from '../../lib/text.js';

/** By field name; `''` has errors that belong to no field. */
export type FieldErrors = Readonly<Record<string, string>>;

/** For a field that is empty again after an error, because secrets are not shown. */
export const TYPE_AGAIN: Text = 'Enter it again: it is not shown after an error.';

/** A form with its state on the page. */
export interface ShownForm<Values> {
  /** Path to submit to. */
  readonly action: string;
  /** Submitted values, when the form was refused or asks for a confirmation. */
  readonly values: Values | undefined;
  readonly errors: FieldErrors;
  /** As in `link`, for a field `name` that the page calls `linkName`. */
  readonly prefix?: string | undefined;
}

/** A field of a form: submitted values and errors are the form's. */
interface FieldProps<Values> {
  readonly form: Omit<ShownForm<Values>, 'action'>;
  readonly name: keyof Values & string;
  readonly label: Child;
  readonly hint?: Child;
}

interface InputProps<Values> extends FieldProps<Values> {
  readonly type?: string;
  /** Until one is submitted. */
  readonly value?: string | null | undefined;
  readonly required?: boolean;
  readonly autocomplete?: string;
  readonly autofocus?: boolean;
  readonly placeholder?: string | undefined;
  readonly inputmode?: 'text' | 'numeric' | 'decimal' | 'email' | 'url' | 'search';
  readonly minlength?: number;
  readonly maxlength?: number;
  readonly accept?: string;
  /** In bytes. */
  readonly 'data-most-bytes'?: number;
  readonly spellcheck?: boolean;
  /** Id of the list of suggestions. */
  readonly list?: string;
}

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

/** Secrets and files are never shown again. */
export const Field = <Values,>({ form, name, label, hint, value, type = 'text', ...input }: InputProps<Values>) => {
  const isSecret = ['password', 'file'].includes(type) || input.autocomplete === 'one-time-code';
  const text = isSecret ? undefined : (form.values?.[name] ?? value);
  return (
    <FieldFrame {...{ form, name, label, hint }}>
      <input
        {...controlProps({ form, name, hint })}
        {...input}
        type={type}
        {...(typeof text === 'string' && { value: text })}
      />
    </FieldFrame>
  );
};

interface TextAreaProps<Values> extends FieldProps<Values> {
  readonly placeholder?: string | undefined;
  readonly rows?: number;
  readonly autocapitalize?: 'off';
}

export const TextArea = <Values,>({ form, name, label, hint, rows = 3, ...area }: TextAreaProps<Values>) => (
  <FieldFrame {...{ form, name, label, hint }}>
    <textarea {...controlProps({ form, name, hint })} {...area} rows={rows} spellcheck={false}>
      {form.values?.[name] ?? ''}
    </textarea>
  </FieldFrame>
);

interface SelectProps<Values> extends FieldProps<Values> {
  /** Selected until another one is submitted. */
  readonly value?: string;
  readonly options: readonly (readonly [value: string, label: string])[];
}

export const Select = <Values,>({ form, name, label, hint, value, options }: SelectProps<Values>) => (
  <FieldFrame {...{ form, name, label, hint }}>
    <select {...controlProps({ form, name, hint })}>
      {options.map(([each, text]) => (
        <option value={each} selected={each === (form.values?.[name] ?? value)}>
          {text}
        </option>
      ))}
    </select>
  </FieldFrame>
);

/** Submitted as `on` when checked. */
export const Checkbox = <Values,>({
  form,
  name,
  label,
  hint,
  checked = false,
}: FieldProps<Values> & { checked?: boolean }) => (
  <div class="field field-check">
    <input {...controlProps({ form, name, hint })} type="checkbox" checked={Boolean(form.values?.[name] ?? checked)} />
    <label for={fieldName(form, name)}>{label}</label>
    <HintAndError id={fieldName(form, name)} hint={hint} error={form.errors[name]} />
  </div>
);

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

interface OptionsProps<Values> extends FieldProps<Values> {
  /** Selected until another one is submitted. With a list, any number can be. */
  readonly value: string | readonly string[];
  readonly options: readonly Option[];
}

export const Options = <Values,>({ form, name, label, hint, value: initial, options }: OptionsProps<Values>) => {
  const { id, name: _, ...described } = controlProps({ form, name, hint });
  const chosen = [form.values?.[name] ?? initial].flat();
  return (
    <fieldset class="options" id={id} {...described}>
      <legend>{label}</legend>
      {options.map(({ value, label, hint }) => {
        const optionId = `${id}-${value}`;
        return (
          <div class="field-check">
            <input
              type={typeof initial === 'string' ? 'radio' : 'checkbox'}
              id={optionId}
              name={id}
              value={value}
              checked={chosen.includes(value)}
              {...describedBy(optionId, hint, undefined)}
            />
            <label for={optionId}>{label}</label>
            <HintAndError id={optionId} hint={hint} />
          </div>
        );
      })}
      <HintAndError id={id} hint={hint} error={form.errors[name]} />
    </fieldset>
  );
};

/** The name on the page, where it is also the id of the control. */
export function fieldName({ prefix }: { readonly prefix?: string | undefined }, name: string): string {
  return prefix === undefined ? name : `${prefix}${capitalized(name)}`;
}

/** A control with its label, error and hint. */
export const FieldFrame = <Values,>({
  form,
  name,
  label,
  hint,
  children,
}: FieldProps<Values> & { children?: Child }) => {
  const id = fieldName(form, name);
  const error = form.errors[name];
  return (
    <div class={error === undefined ? 'field' : 'field field-wrong'}>
      <label for={id}>{label}</label>
      {children}
      <HintAndError id={id} hint={hint} error={error} />
    </div>
  );
};

const HintAndError: FC<{ id: string; hint?: Child; error?: string | undefined }> = ({ id, hint, error }) => (
  <>
    {error !== undefined && (
      <p class="field-error" id={`${id}-error`}>
        {error}
      </p>
    )}
    {hint !== undefined && (
      <p class="muted small" id={`${id}-hint`}>
        {hint}
      </p>
    )}
  </>
);

export function controlProps<Values>({ form, name, hint }: Omit<FieldProps<Values>, 'label'>) {
  const id = fieldName(form, name);
  return { id, name: id, ...describedBy(id, hint, form.errors[name]) };
}

function describedBy(id: string, hint: Child | undefined, error: string | undefined) {
  const ids = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean);
  return {
    ...(ids.length > 0 && { 'aria-describedby': ids.join(' ') }),
    ...(error !== undefined && { 'aria-invalid': 'true' as const }),
  };
}

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

import type { Child } from 'hono/jsx';
import { type Text, t } from '../../lib/language/translate.js';
import {
  attributes,
  type ControlProps,
  Framed,
  HintAndError,
  type OptionList,
  Options,
  type Overrides,
} from './control.js';
import { fieldName, type SentForm } from './sent-form.js';

/** By field name; `''` has errors that belong to no field. */
export type FieldErrors = Readonly<Record<string, string>>;

/** A form with its state on the page. */
export interface ShownForm<Values> {
  /** Path to submit to. */
  readonly action: string;
  /** Submitted values, when the form was refused or asks for a confirmation. */
  readonly values: Values | undefined;
  readonly errors: FieldErrors;
  readonly fields: FieldList;
  /** As in `link`, for a field `name` that the page calls `linkName`. */
  readonly prefix?: string | undefined;
}

/** A field of a form: how it is read, and how the page shows it. */
export interface FormField<Value = unknown> extends FieldTexts {
  read(sent: SentForm, name: string): Value;
  /** Missing for a field that the page hides, or shows in its own way. */
  show?(control: ControlProps): Child;
  /** After an error, the person is told to enter it again. Of required fields, the browser says so itself. */
  readonly isOptionalSecret?: boolean;
}

interface FieldTexts {
  readonly label?: FieldText;
  readonly hint?: FieldText | undefined;
}

/** A text, or a function that writes one with values or elements. */
type FieldText = Text | (() => Child);

export type FieldList = Readonly<Record<string, FormField>>;

export type FieldValues<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends FormField<infer Value> ? Value : never;
};

interface FieldProps<Values, Name extends keyof Values> extends Overrides {
  readonly form: Omit<ShownForm<Values>, 'action'>;
  readonly name: Name & string;
  /** Until one is sent. */
  readonly value?: Values[Name] | null | undefined;
}

export const Field = <Values, Name extends keyof Values>(props: FieldProps<Values, Name>) => (
  <>{props.form.fields[props.name]!.show!(toControl(props))}</>
);

export function toControl<Values, Name extends keyof Values>(props: FieldProps<Values, Name>): ControlProps {
  const { form, name, value, ...overrides } = props;
  const { label, hint } = form.fields[name]!;
  return {
    id: fieldName(form, name),
    value: form.values?.[name] ?? value,
    error: form.errors[name],
    label: label && write(label),
    hint: hint && write(hint),
    ...overrides,
  };
}

const write = (words: FieldText): Child => (typeof words === 'function' ? words() : t(words));

/** All fields that the page does not hide, in order. */
export const Fields = <Values,>({ form, values }: { form: ShownForm<Values>; values?: Partial<Values> }) => (
  <>
    {(Object.keys(form.fields) as (keyof Values & string)[])
      .filter((name) => form.fields[name]!.show !== undefined)
      .map((name) => (
        <Field form={form} name={name} value={values?.[name]} />
      ))}
  </>
);

/** Text that the page hides, or shows in its own way. */
export const text: FormField<string> = { read: (sent, name) => sent.text(name) };

/** Whether it was sent with a text: of a box that is checked, a button that was pressed. */
export const filled: FormField<boolean> = { read: (sent, name) => sent.text(name) !== '' };

/** Set by the server alone, when the form asks for a confirmation. */
export const unsent = <Value,>(): FormField<Value | undefined> => ({ read: () => undefined });

interface LineInput {
  readonly hint?: FieldText;
  readonly type?: 'text' | 'email' | 'password' | 'date';
  readonly required?: boolean;
  readonly autocomplete?: string;
  readonly autofocus?: boolean;
  readonly placeholder?: string | (() => string) | undefined;
  readonly inputmode?: 'numeric' | 'decimal' | 'url';
  readonly minlength?: number;
  readonly maxlength?: number;
  readonly spellcheck?: boolean;
  /** Id of the list of suggestions. */
  readonly list?: string;
}

/** Secrets are never shown again. */
export const line = (
  label: FieldText,
  { hint, type = 'text', placeholder, ...input }: LineInput = {},
): FormField<string> => ({
  ...text,
  label,
  hint,
  isOptionalSecret: type === 'password' && !input.required,
  show: (control) => {
    const { value, autofocus = input.autofocus } = control;
    const isSecret = type === 'password' || input.autocomplete === 'one-time-code';
    return (
      <Framed {...control}>
        <input
          {...attributes(control)}
          {...input}
          placeholder={typeof placeholder === 'function' ? placeholder() : placeholder}
          {...(autofocus !== undefined && { autofocus })}
          type={type}
          {...(typeof value === 'string' && !isSecret && { value })}
        />
      </Framed>
    );
  },
});

interface FileInput {
  readonly hint: FieldText;
  readonly accept: string;
  readonly required?: boolean;
  /** In bytes. */
  readonly 'data-most-bytes': number;
}

/** Never shown again. */
export const file = (label: FieldText, { hint, ...input }: FileInput): FormField<File | undefined> => ({
  label,
  hint,
  read: (sent, name) => sent.file(name),
  show: (control) => (
    <Framed {...control}>
      <input {...attributes(control)} {...input} type="file" />
    </Framed>
  ),
});

interface AreaInput {
  readonly hint?: FieldText | undefined;
  readonly placeholder?: string | undefined;
  readonly autocapitalize?: 'off';
  readonly rows: number | ((lines: number) => number);
}

export const area = (label: FieldText, { hint, rows, ...input }: AreaInput): FormField<string> => ({
  ...text,
  label,
  hint,
  show: (control) => {
    const value = String(control.value ?? '');
    const shownRows = typeof rows === 'number' ? rows : rows(value.split('\n').length);
    return (
      <Framed {...control}>
        <textarea {...attributes(control)} {...input} rows={shownRows} spellcheck={false}>
          {value}
        </textarea>
      </Framed>
    );
  },
});

/** A menu. Without options, the page has them. */
export const choice = (label: FieldText, options: OptionList<Text> = [], hint?: FieldText): FormField<string> => ({
  ...text,
  label,
  hint,
  show: (control) => (
    <Framed {...control}>
      <select {...attributes(control)}>
        {(control.options ?? options.map(([value, name]) => [value, t(name)] as const)).map(([value, name]) => (
          <option value={value} selected={value === control.value}>
            {name}
          </option>
        ))}
      </select>
    </Framed>
  ),
});

/** Sent as `on` when checked. */
export const flag = (label: FieldText, hint?: FieldText): FormField<boolean> => ({
  ...filled,
  label,
  hint,
  show: (control) => (
    <div class="field field-check">
      <input {...attributes(control)} type="checkbox" checked={Boolean(control.value)} />
      <label for={control.id}>{control.label}</label>
      <HintAndError {...control} />
    </div>
  ),
});

/** One for each of the labels. */
export const flags = <Name extends string>(labels: Readonly<Record<Name, Text>>) =>
  Object.fromEntries(Object.entries<Text>(labels).map(([name, label]) => [name, flag(label)])) as Readonly<
    Record<Name, FormField<boolean>>
  >;

export interface Radio {
  readonly value: string;
  readonly label: Text;
  readonly hint: Text;
}

export const radios = (label: FieldText, options: readonly Radio[]): FormField<string> => ({
  ...text,
  label,
  show: (control) => (
    <Options
      {...control}
      type="radio"
      options={options.map(({ value, label, hint }) => ({ value, label: t(label), hint: t(hint) }))}
    />
  ),
});

/** Any number of the page's options. */
export const checks = (label: FieldText, hint: FieldText): FormField<readonly string[]> => ({
  label,
  hint,
  read: (sent, name) => sent.list(name),
  show: ({ options = [], ...control }) => (
    <Options {...control} type="checkbox" options={options.map(([value, label]) => ({ value, label }))} />
  ),
});

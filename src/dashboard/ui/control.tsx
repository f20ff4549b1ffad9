import type { Child, FC } from 'hono/jsx';

/** Values with their labels. */
export type OptionList<Label> = readonly (readonly [value: string, label: Label])[];

/** What a page can say in place of the field itself. */
export interface Overrides {
  readonly label?: Child;
  readonly hint?: Child;
  readonly autofocus?: boolean;
  readonly options?: OptionList<string>;
}

export interface ControlProps extends Overrides {
  /** Also its name. */
  readonly id: string;
  /** As it was sent, or else as it is stored. */
  readonly value: unknown;
  readonly error: string | undefined;
}

interface OptionsProps extends Omit<ControlProps, 'options'> {
  readonly type: 'radio' | 'checkbox';
  readonly options: readonly { readonly value: string; readonly label: string; readonly hint?: string }[];
}

/** Boxes or buttons with a common label. */
export const Options: FC<OptionsProps> = ({ type, options, ...control }) => {
  const { id, name, ...described } = attributes(control);
  return (
    <fieldset class="options" id={id} {...described}>
      <legend>{control.label}</legend>
      {options.map(({ value, label, hint }) => {
        const option = attributes({ id: `${id}-${value}`, hint, error: undefined });
        return (
          <div class="field-check">
            <input {...option} type={type} name={name} value={value} checked={[control.value].flat().includes(value)} />
            <label for={option.id}>{label}</label>
            <HintAndError id={option.id} hint={hint} error={undefined} />
          </div>
        );
      })}
      <HintAndError {...control} />
    </fieldset>
  );
};

type Described = Pick<ControlProps, 'id' | 'hint' | 'error'>;

/** A control with its label, error and hint. */
export const Framed: FC<Described & Pick<ControlProps, 'label'> & { children?: Child }> = ({
  label,
  children,
  ...control
}) => (
  <div class={control.error === undefined ? 'field' : 'field field-wrong'}>
    <label for={control.id}>{label}</label>
    {children}
    <HintAndError {...control} />
  </div>
);

export const HintAndError: FC<Described> = ({ id, hint, error }) => (
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

export function attributes({ id, hint, error }: Described) {
  const ids = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean);
  return {
    id,
    name: id,
    ...(ids.length > 0 && { 'aria-describedby': ids.join(' ') }),
    ...(error !== undefined && { 'aria-invalid': 'true' as const }),
  };
}

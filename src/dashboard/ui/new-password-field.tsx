import { MIN_PASSWORD } from '../../accounts/passwords.js';
import { Field, type ShownForm } from './form.js';

interface Props<Values> {
  readonly form: ShownForm<Values>;
  readonly name: keyof Values & string;
  readonly label: string;
  readonly autofocus?: boolean;
}

export const NewPasswordField = <Values,>(props: Props<Values>) => (
  <Field
    {...props}
    type="password"
    autocomplete="new-password"
    hint={`At least ${MIN_PASSWORD} characters.`}
    minlength={MIN_PASSWORD}
    required
  />
);

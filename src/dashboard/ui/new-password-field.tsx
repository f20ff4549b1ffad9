import { MIN_PASSWORD } from '../../accounts/passwords.js';
import { t } from '../../lib/language/translate.js';
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
    hint={t('At least {count} characters.', { count: MIN_PASSWORD })}
    minlength={MIN_PASSWORD}
    required
  />
);

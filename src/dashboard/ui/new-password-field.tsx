import type { FC } from 'hono/jsx';
import { MIN_PASSWORD } from '../../accounts/passwords.js';
import { Field } from './form.js';

interface Props {
  readonly name: 'password' | 'newPassword';
  readonly label: string;
  readonly error?: string | undefined;
  readonly autofocus?: boolean;
}

export const NewPasswordField: FC<Props> = (props) => (
  <Field
    {...props}
    type="password"
    autocomplete="new-password"
    hint={`At least ${MIN_PASSWORD} characters.`}
    minlength={MIN_PASSWORD}
    required
  />
);

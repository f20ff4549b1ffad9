import type { FC } from 'hono/jsx';
import { Field } from '../form.js';

/** Asks for the password of who is signed in once more. */
export const OwnPasswordField: FC<{ label?: string; error: string | undefined }> = ({
  label = 'Your password',
  error,
}) => <Field name="password" label={label} type="password" error={error} autocomplete="current-password" required />;

/** Asks for a code of the second factor of who is signed in. */
export const OwnCodeField: FC<{ error: string | undefined }> = ({ error }) => (
  <Field
    name="code"
    label="Code"
    hint="Of your authenticator, or a recovery code."
    error={error}
    autocomplete="one-time-code"
    maxlength={40}
    required
  />
);

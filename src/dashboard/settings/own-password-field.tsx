import type { FC } from 'hono/jsx';
import { Field } from '../form.js';

/** Asks for the password of who is signed in once more. */
export const OwnPasswordField: FC<{ label?: string; error: string | undefined }> = ({
  label = 'Your password',
  error,
}) => <Field name="password" label={label} type="password" error={error} autocomplete="current-password" required />;

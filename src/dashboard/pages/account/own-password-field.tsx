import type { FC } from 'hono/jsx';
import { Field } from '../../ui/form.js';

/** Renders the field for the viewer's current password. */
export const OwnPasswordField: FC<{ label?: string; error: string | undefined }> = ({
  label = 'Your password',
  error,
}) => <Field name="password" label={label} type="password" error={error} autocomplete="current-password" required />;

/** Renders the field for a code of the viewer's second factor. */
export const OwnCodeField: FC<{ error: string | undefined }> = ({ error }) => (
  <Field
    name="code"
    label="Two-factor code"
    hint="6-digit code from your app, or a recovery code."
    error={error}
    autocomplete="one-time-code"
    maxlength={40}
    required
  />
);

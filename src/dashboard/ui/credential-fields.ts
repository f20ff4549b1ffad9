import { MIN_PASSWORD } from '../../accounts/passwords.js';
import { type Text, t } from '../../lib/language/translate.js';
import { line } from './fields.js';

/** Names the account. */
export const userName = line('Email', { type: 'email', autocomplete: 'username', required: true, autofocus: true });

export const ownPassword = (label: Text) =>
  line(label, { type: 'password', autocomplete: 'current-password', required: true });

export const newPassword = (label: Text, { autofocus }: { readonly autofocus?: boolean } = {}) =>
  line(label, {
    type: 'password',
    autocomplete: 'new-password',
    hint: () => t('At least {count} characters.', { count: MIN_PASSWORD }),
    minlength: MIN_PASSWORD,
    required: true,
    ...(autofocus && { autofocus }),
  });

/** Of a second factor. */
export const ownCode = line('Two-factor code', {
  hint: '6-digit code from your app, or a recovery code.',
  autocomplete: 'one-time-code',
  maxlength: 40,
  required: true,
});

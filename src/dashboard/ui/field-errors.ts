import { AppError } from '../../lib/errors.js';
import type { FieldErrors } from './form.js';

/**
 * Returns the errors of a form by the fields in an error's messages: `email: this email is already in use`. Throws other
 * errors again.
 */
export function toFieldErrors(thrown: unknown): FieldErrors {
  if (!(thrown instanceof AppError) || (thrown.kind !== 'invalid' && thrown.kind !== 'conflict')) throw thrown;
  const errors: Record<string, string> = {};
  for (const message of thrown.messages) {
    const [, field = '', text = message] = /^(\w+): (.*)$/s.exec(message) ?? [];
    errors[field] = [errors[field], sentence(text)].filter(Boolean).join(' ');
  }
  return errors;
}

const sentence = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

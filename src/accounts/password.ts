import { z } from 'zod';
import { valid } from '../valid.js';

/** Characters that a password has at least. */
export const MIN_PASSWORD = 8;

/** Hashing takes longer the more there is to hash. */
const MAX_PASSWORD = 1000;

/** What may become a password. */
export const passwordShape = z
  .string({ error: 'must be a string' })
  .min(MIN_PASSWORD, `must have at least ${MIN_PASSWORD} characters`)
  .max(MAX_PASSWORD, `must have at most ${MAX_PASSWORD.toLocaleString('en')} characters`);

/** Throws Fault `invalid` that names the field when the text may not become a password. */
export function requirePassword(text: string, field = 'password'): void {
  valid(passwordShape, text, field);
}

import { z } from 'zod';
import { Fault } from '../errors.js';
import { plainText, webAddress } from '../plain-text.js';
import { passwordShape } from './password.js';

/** An e-mail address, in the spelling it is stored in. */
export const emailShape = plainText(3, 254)
  .toLowerCase()
  .pipe(z.email({ error: 'must be an e-mail address' }));

const newAccount = z.object({
  email: emailShape,
  password: passwordShape.optional(),
  firstName: plainText(1, 100).optional(),
  lastName: plainText(1, 100).optional(),
  picture: webAddress().optional(),
});

export type NewAccount = z.input<typeof newAccount>;

/** The account in the spelling it is stored in. Throws Fault `invalid` that names every wrong field. */
export function checkNewAccount(given: NewAccount): z.output<typeof newAccount> {
  const checked = newAccount.safeParse(given);
  if (checked.success) return checked.data;
  throw new Fault(
    'invalid',
    checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
  );
}

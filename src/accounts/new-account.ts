import { z } from 'zod';
import { plainText, webAddress } from '../plain-text.js';
import { valid } from '../valid.js';
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
export const checkNewAccount = (given: NewAccount): z.output<typeof newAccount> => valid(newAccount, given);

import { z } from 'zod';
import { Fault } from '../errors.js';
import { plainText, webAddress } from '../plain-text.js';

const MIN_PASSWORD = 8;
/** Hashing takes longer the more there is to hash. */
const MAX_PASSWORD = 1000;

const newAccount = z.object({
  email: plainText(3, 254)
    .toLowerCase()
    .pipe(z.email({ error: 'must be an e-mail address' })),
  password: z
    .string()
    .min(MIN_PASSWORD, `must have at least ${MIN_PASSWORD} characters`)
    .max(MAX_PASSWORD, `must have at most ${MAX_PASSWORD} characters`)
    .optional(),
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

import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { createAccount } from '../../src/accounts/create-account.js';
import { accounts } from '../../src/postgres/schema.js';
import type { TestService } from '../service/test-service.js';

export const PASSWORD = 'correct horse';

/** Verified in no time: with a real hash, tests that guess a hundred times would take most of their time here. */
const passwordHash = hash(PASSWORD, { memoryCost: 8, timeCost: 1 });

/** Adds an account with `PASSWORD`. */
export async function accountWithPassword(service: TestService) {
  const { db } = service.engines.postgres;
  const email = `${crypto.randomUUID()}@example.com`;
  const { id } = await createAccount(db, { email }, service.clock);
  await db
    .update(accounts)
    .set({ passwordHash: await passwordHash })
    .where(eq(accounts.id, id));
  return { id, email };
}

import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { createAccount } from '../../src/accounts/create-account.js';
import { accounts } from '../../src/postgres/schema.js';
import type { TestService } from '../service/test-service.js';
import { leadsTo, type Person, person } from './person.js';

export const PASSWORD = 'correct horse';

/** Verified in no time: with a real hash, tests that guess a hundred times would take most of their time here. */
const passwordHash = hash(PASSWORD, { memoryCost: 8, timeCost: 1 });

/** An account with a password, and an email address of its own. */
export async function newAccount(service: TestService): Promise<{ readonly id: string; readonly email: string }> {
  const { db } = service.engines.postgres;
  const email = `${crypto.randomUUID()}@example.com`;
  const { id } = await createAccount(db, { email }, service.clock);
  await db
    .update(accounts)
    .set({ passwordHash: await passwordHash })
    .where(eq(accounts.id, id));
  return { id, email };
}

/** A new person who has signed in with that password, and that code if the account has two factors. */
export async function signIn(service: TestService, email: string, password = PASSWORD, code?: string): Promise<Person> {
  const someone = person(service);
  const answer = await someone.post('/login', { email, password });
  expect(leadsTo(code === undefined ? answer : await someone.post('/login/two-factor', { code }))).toBe('/');
  return someone;
}

/** An account, and the person who has signed in to it. */
export async function newSignedInAccount(service: TestService) {
  const account = await newAccount(service);
  return { ...account, here: await signIn(service, account.email) };
}

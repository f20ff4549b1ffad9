import type { accounts } from '../postgres/schema.js';

/** Who owns websites and has an API key. Instants have a precision of milliseconds. */
export interface Account {
  readonly id: string;
  /** Lower-case. */
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly picture: string | null;
  readonly emailVerifiedAt: Date | null;
  readonly createdAt: Date;
}

/** What proves who someone is stays behind. */
export function toAccount(row: typeof accounts.$inferSelect): Account {
  const { id, email, firstName, lastName, picture, emailVerifiedAt, createdAt } = row;
  return { id, email, firstName, lastName, picture, emailVerifiedAt, createdAt };
}

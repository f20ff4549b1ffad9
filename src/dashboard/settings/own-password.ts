import type { Context } from 'hono';
import { credentialsOf } from '../../accounts/sign-in-sessions.js';
import type { DashboardDeps } from '../deps.js';
import type { LoginGuesses } from '../logins/guesses.js';
import type { ViewerEnv } from '../viewer.js';

type OwnersTask<T> = () => Promise<T>;

/**
 * Runs what asks for the viewer's password once more, and counts it as a guess when it fails: a browser that was left
 * open is no place to try passwords. They are counted with those of signing in.
 */
export async function withOwnPassword<T>(
  context: Context<ViewerEnv>,
  { passwords }: LoginGuesses,
  task: OwnersTask<T>,
): Promise<T> {
  const { email } = context.get('viewer');
  await passwords.count(context, email);
  const done = await task();
  await passwords.forgive(context, email);
  return done;
}

/** Runs what asks for the password and a code, and counts it as a guess of each when it fails. */
export async function withBothFactors<T>(
  context: Context<ViewerEnv>,
  guesses: LoginGuesses,
  task: OwnersTask<T>,
): Promise<T> {
  const { email } = context.get('viewer');
  await guesses.codes.count(context, email);
  const done = await withOwnPassword(context, guesses, task);
  await guesses.codes.forgive(context, email);
  return done;
}

/** Runs what asks for the password, and for a code where the viewer has a second factor. */
export async function withOwnFactors<T>(
  context: Context<ViewerEnv>,
  { db }: Pick<DashboardDeps, 'db'>,
  guesses: LoginGuesses,
  task: OwnersTask<T>,
): Promise<T> {
  const credentials = await credentialsOf(db, context.get('viewer').id);
  return credentials?.secondFactor ? withBothFactors(context, guesses, task) : withOwnPassword(context, guesses, task);
}

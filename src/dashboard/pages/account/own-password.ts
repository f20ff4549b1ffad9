import type { Context } from 'hono';
import { readCredentials } from '../../../accounts/sign-in-sessions.js';
import type { ViewerEnv } from '../../access/viewer.js';
import type { DashboardDeps, SignInGuesses } from '../../deps.js';

type OwnersTask<T> = () => Promise<T>;

/**
 * Runs a task that requires the viewer's password, and counts a failure as a guess, so that an unlocked browser is no
 * place to try passwords. Guesses are counted together with those at sign-in.
 */
export async function withOwnPassword<T>(
  context: Context<ViewerEnv>,
  { passwords }: SignInGuesses,
  task: OwnersTask<T>,
): Promise<T> {
  const { email } = context.get('viewer');
  await passwords.count(context, email);
  const done = await task();
  await passwords.forgive(context, email);
  return done;
}

/** Runs a task that requires the password and a code, and counts a failure as a guess of each. */
export async function withBothFactors<T>(
  context: Context<ViewerEnv>,
  guesses: SignInGuesses,
  task: OwnersTask<T>,
): Promise<T> {
  const { email } = context.get('viewer');
  await guesses.codes.count(context, email);
  const done = await withOwnPassword(context, guesses, task);
  await guesses.codes.forgive(context, email);
  return done;
}

/** Runs a task that requires the password, and a code when the viewer has a second factor. */
export async function withOwnFactors<T>(
  context: Context<ViewerEnv>,
  { db }: Pick<DashboardDeps, 'db'>,
  guesses: SignInGuesses,
  task: OwnersTask<T>,
): Promise<T> {
  const credentials = await readCredentials(db, context.get('viewer').id);
  return credentials?.secondFactor ? withBothFactors(context, guesses, task) : withOwnPassword(context, guesses, task);
}

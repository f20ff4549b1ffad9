import type { Context } from 'hono';
import type { LoginGuesses } from '../logins/guesses.js';
import type { ViewerEnv } from '../viewer.js';

/**
 * Runs what asks for the viewer's password once more, and counts it as a guess when it fails: a browser that was left
 * open is no place to try passwords. They are counted with those of signing in.
 */
export async function withOwnPassword<T>(
  context: Context<ViewerEnv>,
  { passwords }: LoginGuesses,
  task: () => Promise<T>,
): Promise<T> {
  const { email } = context.get('viewer');
  await passwords.count(context, email);
  const done = await task();
  await passwords.forgive(context, email);
  return done;
}

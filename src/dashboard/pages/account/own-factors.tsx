import { readCredentials } from '../../../accounts/sign-in-sessions.js';
import type { Attempts } from '../../deps.js';
import type { Visit } from '../../page-route.js';

/**
 * Runs a task that requires the viewer's password, and a code when the viewer has a second factor. A failure counts as
 * a guess of each, together with those at sign-in, so that passwords cannot be guessed in an unlocked browser.
 */
export async function withOwnFactors<T>(visit: Visit<'viewer'>, task: () => Promise<T>): Promise<T> {
  const { viewer, deps } = visit;
  const credentials = await readCredentials(deps.db, viewer.id);
  return credentials?.secondFactor ? withBothFactors(visit, task) : countGuesses(visit, [deps.guesses.passwords], task);
}

/** Like `withOwnFactors`, for a task that always requires both. */
export function withBothFactors<T>(visit: Visit<'viewer'>, task: () => Promise<T>): Promise<T> {
  const { codes, passwords } = visit.deps.guesses;
  return countGuesses(visit, [codes, passwords], task);
}

async function countGuesses<T>(
  { viewer, context }: Visit<'viewer'>,
  guesses: readonly Attempts[],
  task: () => Promise<T>,
): Promise<T> {
  for (const each of guesses) await each.count(context, viewer.email);
  const done = await task();
  for (const each of guesses) await each.forgive(context, viewer.email);
  return done;
}

import { availableParallelism } from 'node:os';
import * as argon2 from '@node-rs/argon2';
import { TaskQueue } from '../task-queue.js';

/**
 * Hashing runs on libuv's threads, which the journal needs for its syncs, and takes a whole core for 20 ms or more. Many sign-ins
 * at once must leave a core to the events.
 */
const queue = new TaskQueue({
  maxRunning: Math.max(1, Math.min(2, availableParallelism() - 1)),
  maxWaiting: 64,
  refusal: 'Too many passwords are being checked at the moment, try again later',
});

/** Hashes a password. Throws Fault `unavailable` when too many others wait. */
export const hash = (password: string): Promise<string> => queue.run(() => argon2.hash(password));

/** Returns whether a password has this hash. Throws Fault `unavailable` when too many others wait. */
export const verify = (passwordHash: string, password: string): Promise<boolean> =>
  queue.run(() => argon2.verify(passwordHash, password));

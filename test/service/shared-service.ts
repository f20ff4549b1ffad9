import { notInArray } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { imports } from '../../src/postgres/schema.js';
import { named } from '../named.js';
import { POLL_OPTIONS } from '../poll-options.js';
import { keepOpen, makeRoom } from './kept-open.js';
import { type TestService, type TestServiceOptions, testService } from './test-service.js';

let opened: TestService | undefined;

/**
 * The service that all test files of this process share, opened by the first one: opening one takes seconds. Its clock is the
 * caller's, and may be before that of an earlier file. A test sees the accounts and websites of earlier files only in what is
 * counted for the whole installation.
 *
 * `close` leaves it open, with nothing under way. A file that needs the embedded engine for itself closes it; see `runner.ts`.
 */
export async function sharedService({
  clock = Date.now(),
}: Pick<TestServiceOptions, 'clock'> = {}): Promise<TestService> {
  opened ??= await open();
  return Object.assign(opened, { clock, close: leaveOpen });
}

async function open(): Promise<TestService> {
  const service = await testService();
  const { close } = service;
  keepOpen(async () => {
    opened = undefined;
    await named('closing the shared service', close());
  }, close);
  return service;
}

async function leaveOpen(): Promise<void> {
  if (opened === undefined) return;
  // Also those of a test that failed.
  vi.restoreAllMocks();
  try {
    await finish(opened);
  } catch (error) {
    // The next file gets another one.
    await makeRoom();
    throw error;
  }
}

/** Waits for what the tests of a file have left under way. */
async function finish(service: TestService): Promise<void> {
  await named('draining the journal', service.drain());
  const { db } = service.engines.postgres;
  const underWay = notInArray(imports.state, ['done', 'kept']);
  await vi.waitFor(
    async () => expect(await db.$count(imports, underWay), 'imports and deletions under way').toBe(0),
    POLL_OPTIONS,
  );
}

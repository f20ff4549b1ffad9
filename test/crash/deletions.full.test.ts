import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seeded } from '../oracle/random.js';
import { SEED } from '../seed.js';
import { ACCOUNT, startVictim, type Victim } from './victim.js';

/** How often a deletion and its undoing are killed each. */
const ROUNDS = 2;
const VISITORS = 3_000;
const DAY = { from: '2026-03-29', to: '2026-03-29' };

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'footfall-crash-'));
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function started(): Promise<Victim> {
  const victim = await startVictim({ DATA_DIR: dataDir, ...ACCOUNT });
  if (victim === undefined) throw new Error('the service died while it started');
  return victim;
}

interface Body {
  // biome-ignore lint/suspicious/noExplicitAny: the test expects what it needs of it.
  readonly data: any;
}

async function call({ url }: Victim, method: string, path: string, body?: string, type = 'application/json') {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { 'X-API-Key': ACCOUNT.BOOTSTRAP_API_KEY, ...(body !== undefined && { 'Content-Type': type }) },
    ...(body !== undefined && { body }),
  });
  return { status: response.status, body: (await response.json()) as Body };
}

/** Visits of three pages, the second of which is spam. */
const lines = Array.from({ length: VISITORS }, (_, visitor) =>
  ['/', '/spam', '/end'].map((path, minute) =>
    JSON.stringify({
      timestamp: new Date(Date.UTC(2026, 2, 29, 10, minute)).toISOString(),
      url: `https://example.com${path}`,
      visitor: `${visitor}`,
    }),
  ),
).flat();

test(
  `a deletion and its undoing are whole or have not begun, whenever the process is killed (${2 * ROUNDS} kills, TEST_SEED=${SEED})`,
  async () => {
    const random = seeded(SEED);
    let victim = await started();
    const website = JSON.stringify({ name: 'Crash', domain: 'example.com', timezone: 'UTC' });
    const { id } = (await call(victim, 'POST', '/websites', website)).body.data;
    await call(victim, 'POST', `/websites/${id}/import`, lines.join('\n'), 'application/x-ndjson');

    const statistics = async () => {
      const paths = ['main', 'pages', 'entry-pages'].map(
        (endpoint) => `/websites/${id}/stats/${endpoint}?${new URLSearchParams(DAY)}`,
      );
      return Promise.all(paths.map(async (path) => (await call(victim, 'GET', path)).body.data));
    };
    const kept = async (): Promise<readonly { readonly id: string }[]> =>
      (await call(victim, 'GET', `/websites/${id}/deletions`)).body.data;
    const remove = () =>
      call(victim, 'DELETE', `/websites/${id}/events?${new URLSearchParams({ ...DAY, page: '/spam' })}`);
    const restore = (deletionId: string) => call(victim, 'POST', `/websites/${id}/deletions/${deletionId}/restore`);

    const whole = await statistics();
    const begun = performance.now();
    const { deletionId } = (await remove()).body.data;
    const removalMs = performance.now() - begun;
    const deleted = await statistics();
    expect(deleted).not.toEqual(whole);
    expect((await restore(deletionId)).status).toBe(200);
    const restoreMs = performance.now() - begun - removalMs;
    expect(await statistics()).toEqual(whole);

    /** Kills the process at a random moment of a change, and starts it again. */
    async function killedDuring(change: () => Promise<unknown>, milliseconds: number): Promise<void> {
      const answer = change().catch(() => undefined);
      await wait(random.below(Math.ceil(milliseconds)));
      await victim.kill('SIGKILL');
      await answer;
      victim = await started();
    }

    const ends: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await killedDuring(remove, removalMs);
      const isDeleted = (await kept()).length === 1;
      ends.push(isDeleted ? 'deleted' : 'not deleted');
      expect(await statistics()).toEqual(isDeleted ? deleted : whole);
      if (!isDeleted) expect((await remove()).status).toBe(200);
      const [deletion] = await kept();
      await killedDuring(() => restore(deletion?.id ?? ''), restoreMs);
      const isRestored = (await kept()).length === 0;
      ends.push(isRestored ? 'restored' : 'not restored');
      expect(await statistics()).toEqual(isRestored ? whole : deleted);
      expect((await restore(deletion?.id ?? '')).status).toBe(isRestored ? 404 : 200);
      expect(await statistics()).toEqual(whole);
    }
    process.stdout.write(`${ends.join(', ')}\n`);
    expect(await victim.kill('SIGTERM')).toBe(0);
  },
  60_000 + 2 * ROUNDS * 60_000,
);

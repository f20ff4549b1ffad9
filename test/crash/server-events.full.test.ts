import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { seeded } from '../oracle/random.js';
import { POLL_OPTIONS } from '../poll-options.js';
import { SEED } from '../seed.js';
import { contradictions, readEmbedded } from './stored.js';
import { ACCOUNT, startVictim, type Victim } from './victim.js';

/** Where a process dies: after its batch is on disk, around its block, and at any moment, as while sessions are rebuilt. */
const STEPS = ['synced', 'sessions given', 'block kept', 'events inserted', 'inserted', undefined, undefined] as const;
const KILLS = Number(process.env.CRASH_KILLS ?? 10);
const MAX_LIFE_MS = 4000;
const EVENTS = 5;
const VISITORS = 6;
const HOUR = 3_600_000;

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'footfall-crash-'));
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function post({ url }: Victim, path: string, body: object, headers = {}) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': ACCOUNT.BOOTSTRAP_API_KEY, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the test expects what it needs of it.
  return { status: response.status, data: ((await response.json()) as any).data };
}

interface Batch {
  readonly key: string;
  readonly events: readonly { readonly visitor: string; readonly timestamp: string; readonly url: string }[];
}

/** Sessions, and their milliseconds, of events in the order of their times. */
function sessionsOf(batches: readonly Batch[]): readonly [sessions: number, duration: number] {
  const visitors = new Map<string, number[]>();
  for (const { visitor, timestamp } of batches.flatMap(({ events }) => events)) {
    visitors.set(visitor, [...(visitors.get(visitor) ?? []), Date.parse(timestamp)]);
  }
  let [sessions, duration] = [0, 0];
  for (const times of visitors.values()) {
    let last = Number.NEGATIVE_INFINITY;
    for (const time of times.sort((one, other) => one - other)) {
      if (time - last < HOUR / 2) duration += time - last;
      else sessions += 1;
      last = time;
    }
  }
  return [sessions, duration];
}

test(
  `batches are kept once and placed in their sessions, whenever the process is killed (${KILLS} kills, TEST_SEED=${SEED})`,
  async () => {
    const random = seeded(SEED);
    const environment = { DATA_DIR: dataDir, ...ACCOUNT };
    let victim = await startVictim(environment);
    const { data } = await post(victim!, '/websites', { name: 'Crash', domain: 'example.com', timezone: 'UTC' });
    await victim!.kill('SIGTERM');

    const answered: Batch[] = [];
    let next: Batch | undefined;
    const newBatch = (): Batch => ({
      key: `${answered.length}`,
      events: Array.from({ length: EVENTS }, (_, event) => ({
        type: 'pageview',
        visitor: `${random.below(VISITORS)}`,
        timestamp: new Date(Date.now() - random.below(12 * HOUR)).toISOString(),
        url: `https://example.com/${answered.length}/${event}`,
      })),
    });
    /** Until the process is gone; what got no answer is repeated under its key by the next one. */
    async function sendTo(running: Victim): Promise<void> {
      for (;;) {
        next ??= newBatch();
        const { key, events } = next;
        const path = `/websites/${data.id}/events`;
        const answer = await post(running, path, { events }, { 'Idempotency-Key': key }).catch(() => undefined);
        if (answer === undefined) return;
        expect(answer).toEqual({ status: 202, data: { results: events.map(() => ({ status: 'accepted' })) } });
        answered.push(next);
        next = undefined;
        await wait(150);
      }
    }

    for (let kill = 0; kill < KILLS; kill += 1) {
      const step = STEPS[kill % STEPS.length];
      victim = await startVictim({ ...environment, ...(step && { KILL_AT: `${step}:${1 + random.below(3)}` }) });
      // It may die of what an earlier one left to do, before it answers.
      if (victim === undefined) continue;
      const sending = sendTo(victim);
      await Promise.race([victim.gone, wait(step === undefined ? random.below(MAX_LIFE_MS) : 10_000)]);
      expect(await victim.kill('SIGKILL')).toBe('SIGKILL');
      await sending;
    }

    victim = await startVictim(environment);
    const sending = sendTo(victim!);
    await vi.waitFor(() => expect(answered.length).toBeGreaterThan(KILLS), POLL_OPTIONS);
    await victim!.stored();
    expect(await victim!.kill('SIGTERM')).toBe(0);
    await sending;
    victim = await startVictim(environment);
    await victim!.stored();
    await vi.waitFor(async () => expect(await readdir(join(dataDir, 'late-events'))).toEqual([]), POLL_OPTIONS);
    expect(await victim!.kill('SIGTERM')).toBe(0);

    const stored = await readEmbedded(dataDir);
    const pagesOf = (batches: readonly Batch[]) =>
      new Set(batches.flatMap(({ events }) => events.map(({ url }) => new URL(url).pathname)));
    const ledger = { acknowledged: pagesOf(answered), unanswered: pagesOf(next === undefined ? [] : [next]) };
    process.stdout.write(`${KILLS} kills: ${answered.length} batches answered, ${stored.pages.size} events counted\n`);
    expect(contradictions(stored, ledger)).toEqual([]);
    // The last batch may be there without an answer.
    const isNextStored = [...ledger.unanswered].some((page) => stored.pages.has(page));
    const all = isNextStored && next !== undefined ? [...answered, next] : answered;
    expect(stored.raw.visits).toEqual([all.length * EVENTS, ...sessionsOf(all)]);
    expect(stored.derived.visits).toEqual(stored.raw.visits);
    expect(stored.derived.usage).toBe(stored.raw.usage);
    expect(stored.derived.visitors).toBe(stored.raw.visitors);
    expect(await readdir(join(dataDir, 'rejected'))).toEqual([]);
  },
  60_000 + KILLS * 60_000,
);

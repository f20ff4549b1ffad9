import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seeded } from '../oracle/random.js';
import { SEED } from '../seed.js';
import { Load, newLedger, STEADY_PAGE } from './load.js';
import { contradictions, readEmbedded } from './stored.js';
import { ACCOUNT, addWebsite, startVictim, type Victim } from './victim.js';

const STEPS = [
  'appended',
  'synced',
  'sessions given',
  'block kept',
  'events inserted',
  'inserted',
  'segment forgotten',
] as const;

/** After each step once, and three times at any moment; `npm run test:crash -- --kills 500` repeats that. */
const KILLS_AT_ANY_TIME = 3;
const KILLS = Number(process.env.CRASH_KILLS ?? STEPS.length + KILLS_AT_ANY_TIME);
const SENDERS = 8;
const MAX_LIFE_MS = 1500;

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'footfall-crash-'));
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

const environment = (more: Readonly<Record<string, string>> = {}) => ({
  DATA_DIR: dataDir,
  ...ACCOUNT,
  ...more,
});

async function started(more?: Readonly<Record<string, string>>): Promise<Victim> {
  const victim = await startVictim(environment(more));
  if (victim === undefined) throw new Error('the service died while it started');
  return victim;
}

test(
  `an event answered with 202 is counted once, whenever the process is killed (${KILLS} kills, TEST_SEED=${SEED})`,
  async () => {
    const random = seeded(SEED);
    const first = await started();
    const ledger = newLedger();
    const load = new Load(await addWebsite(first.url), ledger, 5);
    await first.kill('SIGTERM');

    for (let kill = 0; kill < KILLS; kill += 1) {
      const step = STEPS[kill % (STEPS.length + KILLS_AT_ANY_TIME)];
      const victim = await startVictim(
        environment(step === undefined ? {} : { KILL_AT: `${step}:${1 + random.below(3)}` }),
      );
      // It may die of what an earlier one left to do, before it answers.
      if (victim === undefined) continue;
      load.start(victim.url, SENDERS);
      await Promise.race([victim.gone, wait(step === undefined ? random.below(MAX_LIFE_MS) : 10_000)]);
      expect(await victim.kill('SIGKILL')).toBe('SIGKILL');
      await load.stop();
    }

    const last = await started();
    load.start(last.url, SENDERS);
    await wait(500);
    await load.stop();
    // On a slow machine, what has waited takes longer than a stop does.
    await last.stored();
    expect(await last.kill('SIGTERM')).toBe(0);

    const stored = await readEmbedded(dataDir);
    const counted = [...stored.pages.values()].reduce((sum, views) => sum + views, 0);
    const { acknowledged, unanswered, steadyAcknowledged, steadyUnanswered } = ledger;
    process.stdout.write(
      `${KILLS} kills: ${acknowledged.size + steadyAcknowledged} acknowledged, ` +
        `${unanswered.size + steadyUnanswered} unanswered, ${counted} counted\n`,
    );
    expect(contradictions(stored, ledger)).toEqual([]);
    expect(acknowledged.size).toBeGreaterThan(KILLS);
    const steady = stored.pages.get(STEADY_PAGE) ?? 0;
    expect(steady).toBeGreaterThanOrEqual(steadyAcknowledged);
    expect(steady).toBeLessThanOrEqual(steadyAcknowledged + steadyUnanswered);
    expect(stored.steadySessions).toBe(1);
    expect(stored.derived).toEqual(stored.raw);
    // A kill damages nothing: what it leaves is not told as damage.
    expect(await readdir(join(dataDir, 'rejected'))).toEqual([]);
  },
  60_000 + KILLS * 60_000,
);

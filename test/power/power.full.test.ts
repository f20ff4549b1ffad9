import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { ACCOUNT, startVictim, type Victim } from '../crash/victim.js';
import { type Random, seeded } from '../oracle/random.js';
import { POLL_OPTIONS } from '../poll-options.js';
import { SEED } from '../seed.js';
import { Disk } from './disk.js';
import { contradictions, type Found, type Ledger } from './ledger.js';
import { Load } from './load.js';

/** How often the power is cut: `npm run test:crash -- --cuts 50` sets more. */
const CUTS = Number(process.env.POWER_CUTS ?? 4);

const EVENTS_BETWEEN_CUTS = 20;

/** How often a file system writes back by itself, which decides what a cut takes away. */
const COMMIT_SECONDS = [1, 60] as const;

const counts = z.object({ visitors: z.number(), visits: z.array(z.number()), days: z.array(z.array(z.number())) });

const stored = z.object({
  pages: z.array(z.object({ path: z.string(), views: z.number() })),
  usage: z.number(),
  derived: counts,
  raw: counts,
});
const websites = z.object({ data: z.array(z.object({ id: z.string(), apiKey: z.string() })) });

const start = (disk: Disk): Promise<Victim | undefined> =>
  startVictim({
    ...ACCOUNT,
    DATA_DIR: join(disk.folder, 'data'),
    RATE_LIMIT_PER_MINUTE: '100000',
    PLAN_WEBSITES: '100000',
  });

async function find(victim: Victim): Promise<Found> {
  const { pages, usage, derived, raw } = stored.parse(await victim.stored());
  const answer = await fetch(`${victim.url}/api/v1/websites`, { headers: { 'X-API-Key': ACCOUNT.BOOTSTRAP_API_KEY } });
  const { data } = websites.parse(await answer.json());
  return {
    websites: new Map(data.map(({ id, apiKey }) => [id, apiKey])),
    pages: new Map(pages.map(({ path, views }) => [path, views])),
    usage,
    derived,
    raw,
  };
}

/**
 * Mostly soon after the last cut, when much has not been written back; at times when parts have been merged too. Something was
 * answered in between.
 */
async function untilNextCut(random: Random, load: Load): Promise<void> {
  const before = answered(load.ledger);
  await wait(random.below(random.below(5) === 0 ? 8_000 : 1_500));
  await vi.waitUntil(() => answered(load.ledger) >= before + EVENTS_BETWEEN_CUTS, POLL_OPTIONS);
  await wait(random.below(300));
}

const answered = ({ events }: Ledger): number => [...events.values()].filter(({ isAnswered }) => isAnswered).length;

/** Starts the service on what a cut has left; gives what contradicts what it had answered. */
async function afterCut(image: string, ledger: Ledger): Promise<readonly string[]> {
  const disk = await Disk.mount(image);
  try {
    const victim = await start(disk);
    if (victim === undefined) return ['the service does not start'];
    try {
      const found = contradictions(await find(victim), ledger);
      // What a cut leaves is not told as damage.
      const damage = await readdir(join(disk.folder, 'data', 'rejected'));
      return [...found, ...damage.map((file) => `${file} was told as damage`)];
    } finally {
      await victim.kill('SIGKILL');
    }
  } finally {
    await disk.remove();
  }
}

test(
  `what was answered with 201 and 202 is there once, whenever the power is cut (${CUTS} cuts, TEST_SEED=${SEED})`,
  async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'footfall-power-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const disk = await Disk.create(join(folder, 'disk.img'));
    if (disk === undefined) {
      // Also where CI is set: its ordinary runners may not mount.
      console.warn('\n*** SKIPPED: a loss of power. No file system can be mounted here. ***\n');
      return context.skip();
    }
    onTestFinished(() => disk.remove());
    const random = seeded(SEED);
    const victim = await start(disk);
    if (victim === undefined) throw new Error('the service died while it started');
    onTestFinished(async () => {
      await victim.kill('SIGKILL');
    });
    const load = new Load(victim.url, random);

    const failed: string[] = [];
    for (let cut = 0; cut < CUTS; cut += 1) {
      await disk.commitEvery(COMMIT_SECONDS[cut % COMMIT_SECONDS.length] ?? 5);
      await untilNextCut(random, load);
      const image = join(folder, `cut-${cut}.img`);
      victim.pause(true);
      const ledger = structuredClone(load.ledger);
      await disk.copy(image);
      const found = await afterCut(image, ledger);
      failed.push(...found.map((each) => `cut ${cut}: ${each}`));
      victim.pause(false);
    }
    const { websites, imports } = load.ledger;
    await load.stop();
    failed.push(...contradictions(await find(victim), load.ledger).map((each) => `without a cut: ${each}`));
    process.stdout.write(
      `${CUTS} cuts: ${websites.size} websites, ${answered(load.ledger)} events and ` +
        `${imports.filter(({ isAnswered }) => isAnswered).length} imports answered, ${failed.length} contradictions\n`,
    );
    expect(failed).toEqual([]);
  },
  120_000 + CUTS * 60_000,
);

import { expect } from 'vitest';
import { type Random, seeded } from './oracle/random.js';
import { SEED } from './seed.js';

/** How long a walk takes instead of its number of steps, in milliseconds. */
const MS = Number(process.env.TEST_WALK_MS ?? 0);

/** Of many faults, the first ones say enough. */
const MAX_FAULTS = 20;

/** Takes random steps, each with a seed of its own, and expects that none throws. */
export async function walk(steps: number, step: (random: Random, place: number) => Promise<void>): Promise<void> {
  const faults: string[] = [];
  const end = Date.now() + MS;
  for (let place = 0; MS === 0 ? place < steps : Date.now() < end; place += 1) {
    try {
      await step(seeded(SEED * 1_000 + place), place);
    } catch (error) {
      faults.push(`Step ${place}: ${error instanceof Error ? error.message : error}`);
      if (faults.length === MAX_FAULTS) break;
    }
  }
  expect(faults.join('\n\n')).toBe('');
}

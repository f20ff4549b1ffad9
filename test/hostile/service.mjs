// The built service as a process of its own that tells, when asked, how long its main thread was held up and how much
// memory it has had.
import { setTimeout } from 'node:timers/promises';
import { readConfig } from '../../dist/app/config.js';
import { start } from '../../dist/main.js';
import { startProfile, stopProfile } from './profile.mjs';
import { takeStalls } from './stalls.mjs';

/** What ran in longer stalls is printed. */
const PROFILED_MS = Number(process.env.HOSTILE_PROFILE || Number.POSITIVE_INFINITY);
const isProfiled = PROFILED_MS < Number.POSITIVE_INFINITY;

const running = await start(readConfig(process.env));

let isStarted = false;
process.on('message', async () => {
  const stalls = takeStalls();
  const maxRssMb = process.resourceUsage().maxRSS / 1024;
  if (isProfiled) await profileNext(stalls);
  process.send({ stalls, maxRssMb });
});

async function profileNext(stalls) {
  if (isStarted) {
    const ranIn = await stopProfile();
    for (const stall of stalls.filter(({ ownMs }) => ownMs > PROFILED_MS)) {
      process.stdout.write(`A stall of ${stall.ownMs.toFixed(0)} ms:\n  ${ranIn(stall).join('\n  ')}\n`);
    }
  }
  isStarted = true;
  await startProfile();
  // The profiler holds the thread up itself when it starts.
  await setTimeout(50);
  takeStalls();
}

process.on('disconnect', async () => {
  await running.stop();
  process.exit(0);
});
process.send({ url: running.url });

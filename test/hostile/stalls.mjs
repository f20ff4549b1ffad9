// How long the main thread of this process is held up at a time, and how much of that it works: the rest of the time it waits,
// mostly for a core that another process, or another virtual machine, has.
import { openSync, readSync } from 'node:fs';
import { PerformanceObserver, performance } from 'node:perf_hooks';

const INTERVAL_MS = 5;
const KEPT = 20;

/** Of the main thread. Elsewhere than on Linux nothing tells these times, and the whole of a stall counts as work. */
const schedstat = process.platform === 'linux' ? openSync('/proc/self/schedstat', 'r') : undefined;
const buffer = Buffer.alloc(128);

/** The milliseconds that the thread has worked, and that it was ready to work and had no core. */
function times() {
  if (schedstat === undefined) return { worked: 0, queued: 0 };
  const text = buffer.toString('latin1', 0, readSync(schedstat, buffer, 0, buffer.length, 0));
  const [worked, queued] = text.split(' ', 2).map((nanoseconds) => Number(nanoseconds) / 1e6);
  return { worked, queued };
}

const collections = [];
new PerformanceObserver((list) => collections.push(...list.getEntries())).observe({ entryTypes: ['gc'] });

let stalls = [];
let last = { at: performance.now(), ...times() };
setInterval(() => {
  const now = { at: performance.now(), ...times() };
  const wholeMs = now.at - last.at - INTERVAL_MS;
  stalls.push({
    from: last.at,
    to: now.at,
    wholeMs,
    workedMs: schedstat === undefined ? wholeMs : now.worked - last.worked,
    // Work, calls that block (garbage collection waits for its helping threads), and what the host of a virtual machine takes.
    ownMs: wholeMs - Math.min(now.queued - last.queued, wholeMs),
  });
  if (stalls.length > 10 * KEPT) stalls = longest();
  last = now;
}, INTERVAL_MS).unref();

const longest = () => stalls.sort((a, b) => b.ownMs - a.ownMs).slice(0, KEPT);

/** Returns the longest stalls since the last call, the longest first. */
export function takeStalls() {
  const taken = longest().map((stall) => ({ ...stall, gcMs: collectedIn(stall) }));
  stalls = [];
  collections.length = 0;
  return taken;
}

const collectedIn = ({ from, to }) =>
  collections
    .map(({ startTime, duration }) => Math.min(to, startTime + duration) - Math.max(from, startTime))
    .reduce((sum, overlap) => sum + Math.max(0, overlap), 0);

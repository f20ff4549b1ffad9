// What the main thread of this process ran, by V8's samples.
import { Session } from 'node:inspector/promises';
import { performance } from 'node:perf_hooks';

const SAMPLE_US = 1_000;
const MAX_STACKS = 8;
const MAX_DEPTH = 12;

const session = new Session();

/** Between the profiler's clock and that of `performance`. */
const offsetUs = Number(process.hrtime.bigint() / 1_000n) - performance.now() * 1_000;

export async function startProfile() {
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US });
  await session.post('Profiler.start');
}

/** Ends the profile, and returns a function that tells which stacks had most of the time between two moments. */
export async function stopProfile() {
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const stackOf = (id) => {
    const stack = [];
    for (let at = id; at !== undefined && stack.length < MAX_DEPTH; at = parents.get(at)) {
      const { functionName, url, lineNumber } = nodes.get(at).callFrame;
      stack.push(`${functionName || '(anonymous)'} ${url.split('/').slice(-2).join('/')}:${lineNumber + 1}`);
    }
    return stack.join(' < ');
  };
  return ({ from, to }) => {
    const times = new Map();
    let at = profile.startTime - offsetUs;
    profile.samples.forEach((id, index) => {
      at += profile.timeDeltas[index];
      const spent = (profile.timeDeltas[index + 1] ?? 0) / 1_000;
      if (at >= from * 1_000 && at <= to * 1_000) times.set(id, (times.get(id) ?? 0) + spent);
    });
    const most = [...times].sort(([, a], [, b]) => b - a).slice(0, MAX_STACKS);
    return most.map(([id, ms]) => `${ms.toFixed(1)} ms ${stackOf(id)}`);
  };
}

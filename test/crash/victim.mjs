// The built service as a process of its own, which dies by SIGKILL at the n-th passing of a step: KILL_AT="synced:3".
import { readConfig } from '../../dist/config.js';
import { start } from '../../dist/main.js';

const [fatal, times] = (process.env.KILL_AT ?? ':0').split(':');
let left = Number(times);

const running = await start(readConfig(process.env), (step) => {
  if (step !== fatal) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
});

process.on('SIGTERM', async () => {
  await running.stop();
  process.exit(0);
});
process.stdout.write(`${running.url}\n`);

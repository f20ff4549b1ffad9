import { start } from '../main.js';
import { command } from './command.js';
import { configuration } from './configuration.js';
import { stop, stopSignal } from './stop.js';

export const serve = command({
  name: 'serve',
  description: 'Run the service until SIGTERM or SIGINT',
  args: {},
  run: async () => {
    const stopped = stopSignal();
    const running = await start(configuration());
    process.stdout.write(`Footfall is ready at ${running.url}\n`);
    await stopped;
    await stop(running);
  },
});

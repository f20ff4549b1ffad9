import { start } from '../main.js';
import { command } from './command.js';
import { configuration } from './configuration.js';
import { stopSignal } from './stop-signal.js';

export const serve = command({
  name: 'serve',
  description: 'Run the service until SIGTERM or SIGINT',
  args: {},
  run: async () => {
    const stopped = stopSignal();
    const running = await start(configuration());
    process.stdout.write(`Footfall is ready at ${running.url}\n`);
    await stopped;
    await running.stop();
  },
});

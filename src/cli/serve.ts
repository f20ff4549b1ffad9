import { PARTS } from '../installation-marker.js';
import { askRotation } from './ask-rotation.js';
import { command } from './command.js';
import { configuration } from './configuration.js';
import { stopSignal } from './stop-signal.js';

export const serve = command({
  name: 'serve',
  description: 'Run the service until SIGTERM or SIGINT',
  args: {
    'accept-missing': {
      type: 'string',
      description: `Start although these parts were permanently lost: ${PARTS.join(', ')} (comma-separated)`,
    },
  },
  run: async ({ 'accept-missing': acceptMissing }) => {
    const config = configuration(acceptMissing === undefined ? {} : { ACCEPT_MISSING: acceptMissing });
    await askRotation(config);
    const stopped = stopSignal(config.logLevel);
    // Loaded lazily, so that help, and errors in the configuration, are shown at once.
    const { start } = await import('../main.js');
    const running = await start(config);
    process.stdout.write(`Footfall is ready at ${running.url}\n`);
    if (running.biUrl !== undefined) process.stdout.write(`BI tools reach ClickHouse at ${running.biUrl}\n`);
    await stopped;
    await running.stop();
  },
});

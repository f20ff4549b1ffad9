import { PARTS } from '../app/installation-marker.js';
import { command } from './command.js';
import { configuration } from './configuration.js';
import { exitSoon, stopSignal } from './stop-signal.js';

const FIRST_ACCOUNT = 'Open it in a browser to create the first account, which owns this installation.';

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
    // Loaded lazily, so that help, and errors in the configuration, are shown at once.
    const stopped = stopSignal(async () => (await import('../lib/log.js')).openLog(config.logLevel));
    const { start } = await import('../main.js');
    const running = await start(config);
    const lines = [
      `Footfall is ready at ${running.url}`,
      ...(running.needsFirstAccount ? [FIRST_ACCOUNT] : []),
      ...(running.biUrl === undefined ? [] : [`BI tools reach ClickHouse at ${running.biUrl}`]),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
    await stopped;
    await running.stop();
    exitSoon();
  },
});

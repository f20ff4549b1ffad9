import { join } from 'node:path';
import type { Config } from '../config.js';
import { start } from '../main.js';
import { command } from './command.js';
import { configuration } from './configuration.js';
import { fillSample } from './demo/fill.js';
import { invitation } from './demo/invitation.js';
import { type DemoLogin, demoLogin, keepWorking } from './demo/login.js';
import { stopSignal } from './stop-signal.js';

export const demo = command({
  name: 'demo',
  description: 'Run the service on a folder of its own, DATA_DIR/demo, with a sample website and 90 days of traffic',
  args: {},
  run: async () => {
    const stopped = stopSignal();
    const given = configuration();
    const folder = join(given.dataDir, 'demo');
    process.stderr.write(`The demo is in ${folder}\n`);
    const kept = await demoLogin(folder);
    const running = await start(demoConfig(given, folder, kept));
    try {
      const login = await keepWorking(running.service.engines.postgres.db, folder, kept, Date.now());
      const website = await fillSample(running.service, login, Date.now());
      process.stdout.write(invitation({ url: running.url, login, website, now: Date.now() }));
      await stopped;
    } finally {
      await running.stop();
    }
  },
});

/** Engines of its own, whatever else is configured: sample traffic has no place among real one. */
const demoConfig = (given: Config, dataDir: string, bootstrap: DemoLogin): Config => ({
  ...given,
  dataDir,
  bootstrap,
  databaseUrl: undefined,
  clickhouse: { url: undefined, cluster: undefined },
});

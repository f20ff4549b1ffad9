import { join } from 'node:path';
import type { Config } from '../../config.js';
import { start } from '../../main.js';
import { configuration } from '../configuration.js';
import { stopSignal } from '../stop-signal.js';
import { fillSample } from './fill.js';
import { invitation } from './invitation.js';
import { type DemoLogin, demoLogin, keepWorking } from './login.js';

/** Runs the service on the demo's folder, filled when it is new, until it is told to stop. */
export async function runDemo(): Promise<void> {
  const given = configuration();
  const stopped = stopSignal(given.logLevel);
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
}

/** Returns a configuration with separate embedded databases, so that sample traffic never mixes with real traffic. */
const demoConfig = (given: Config, dataDir: string, bootstrap: DemoLogin): Config => ({
  ...given,
  dataDir,
  bootstrap,
  secret: undefined,
  visitorIdRotation: given.visitorIdRotation ?? 'never',
  acceptMissing: [],
  databaseUrl: undefined,
  clickhouse: { url: undefined, cluster: undefined },
});

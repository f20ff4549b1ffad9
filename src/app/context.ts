import type { Context } from '../context/context.js';
import { describeError } from '../lib/error-description.js';
import type { Warn } from '../lib/log.js';
import type { Config } from './config.js';
import type { Engines } from './engines.js';
import type { Installation } from './installation.js';
import { type InstallationOptions, openInstallation } from './open-installation.js';
import type { Resources } from './resources.js';

export interface AppContext extends Context {
  readonly config: Config;
  readonly installation: Installation;
  readonly engines: Engines;
  /** Closed when the service stops. */
  readonly resources: Resources;
}

/** Throws as {@link openInstallation} does. */
export async function openContext(options: InstallationOptions, resources: Resources): Promise<AppContext> {
  const { config, log, now } = options;
  const { folder, engines } = await openInstallation(options, resources);
  const { instance, secret, installation } = folder;
  const { clickhouse, postgres } = engines;
  const warn: Warn = (what) => (error) => log.warn({ error: describeError(error) }, what);
  const services = { clickhouse, postgres, db: postgres.db, now, log, warn };
  return { config, instance, secret, installation, engines, resources, ...services };
}

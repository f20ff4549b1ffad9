import { type Config, readConfig } from '../app/config.js';

/** Reads the configuration of this process; options of the command override variables. Throws ConfigError. */
export const configuration = (options: Readonly<Record<string, string>> = {}): Config =>
  readConfig({ ...process.env, ...options });

import { type Config, readConfig } from '../app/config.js';

/** Options of the command override variables. Throws ConfigError. */
export const configuration = (options: Readonly<Record<string, string>> = {}): Config =>
  readConfig({ ...process.env, ...options });

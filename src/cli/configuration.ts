import { type Config, readConfig } from '../config.js';

/** Reads the configuration of this process, in which options of its command take the place of variables. Throws ConfigError. */
export const configuration = (options: Readonly<Record<string, string>> = {}): Config =>
  readConfig({ ...process.env, ...options });

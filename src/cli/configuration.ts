import { type Config, readConfig } from '../config.js';

/** The configuration of this process. Throws ConfigError. */
export const configuration = (): Config => readConfig(process.env);

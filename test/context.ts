import { pino } from 'pino';
import type { Context, SharedConfig } from '../src/context/context.js';

export interface ContextParts extends Partial<Omit<Context, 'config'>> {
  readonly config?: Partial<SharedConfig>;
}

const CONFIG = { clickhouse: { url: undefined, cluster: undefined }, retentionMonths: undefined, exportDir: undefined };

/** A context of what a test gives, with a silent log. What it does not give is undefined. */
export function testContext({ config, ...parts }: ContextParts): Context {
  const rest = {
    config: { ...CONFIG, webhookAllowPrivate: false, ...config },
    instance: 'instance',
    secret: 'a secret of more than 32 characters',
    log: pino({ level: 'silent' }),
    warn: () => () => undefined,
    db: parts.postgres?.db,
  };
  return { ...rest, ...parts } as Context;
}

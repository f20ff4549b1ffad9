import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { apiKeyShape } from '../accounts/api-keys.js';
import { emailShape, type FirstAccount } from '../accounts/create-account.js';
import { passwordShape } from '../accounts/passwords.js';
import { DEFAULT_PLAN } from '../accounts/plan.js';
import { ROTATIONS, type VisitorIdRotation } from '../collect/visitors/rotation.js';
import type { SharedConfig } from '../context/context.js';
import { isAddressBlock } from '../lib/ip-address.js';
import { isInside } from '../lib/private-folders.js';
import type { MailServer } from '../notifications/mail/open.js';
import { MAX_RETENTION_MONTHS } from '../websites/retention.js';
import { PARTS, type Part } from './installation-marker.js';

const text = z.string().trim().min(1);
const wholeNumber = (least: number, most: number) =>
  text
    .refine(
      (digits) => /^\d{1,16}$/.test(digits) && Number(digits) >= least && Number(digits) <= most,
      `must be a whole number from ${least} to ${most}`,
    )
    .transform(Number);
const port = wholeNumber(0, 65_535);
const positive = wholeNumber(1, Number.MAX_SAFE_INTEGER);
const origin = z
  .url({ protocol: /^https?$/, abort: true })
  .refine((url) => new URL(url).href === `${new URL(url).origin}/`, 'must be an origin, without a path')
  .transform((url) => new URL(url).origin);
const addressBlock = z.string().refine(isAddressBlock, 'must be IP addresses or CIDR blocks, separated by commas');

function splitList(list: string): string[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** `ada@example.com`, or `Ada <ada@example.com>`. */
function isSender(text: string): boolean {
  const address = /^[^<>\r\n]*<([^<>]+)>$/.exec(text)?.[1] ?? text;
  return z.email().safeParse(address).success;
}

const variables = z.object({
  HOST: text.default('127.0.0.1'),
  PORT: port.default(3000),
  DATA_DIR: text.default('./data'),
  BASE_URL: origin.optional(),
  SCRIPT_URL: origin.optional(),
  CLICKHOUSE_URL: z.url({ protocol: /^https?$/ }).optional(),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be letters, digits, - and _')
    .optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  BOOTSTRAP_EMAIL: emailShape.optional(),
  BOOTSTRAP_PASSWORD: passwordShape.optional(),
  BOOTSTRAP_API_KEY: apiKeyShape.optional(),
  ALLOW_SIGNUP: z.stringbool({ error: 'must be true or false' }).default(false),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be smtp://… or smtps://…' }).optional(),
  MAIL_FROM: text.refine(isSender, 'must be an email address, or Name <address>').optional(),
  RATE_LIMIT_PER_MINUTE: positive.default(600),
  EVENT_RATE_LIMIT_PER_MINUTE: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(6000),
  TRUSTED_PROXIES: z.string().transform(splitList).pipe(z.array(addressBlock)).default([]),
  VISITOR_ID_ROTATION: z.enum(ROTATIONS).optional(),
  RETENTION_MONTHS: wholeNumber(1, MAX_RETENTION_MONTHS).optional(),
  GEOIP_DB: text.optional(),
  JOURNAL_MAX_BYTES: positive.default(1_073_741_824),
  BI_HOST: text.default('127.0.0.1'),
  BI_PORT: port.optional(),
  PLAN_PAGEVIEWS_PER_MONTH: positive.default(DEFAULT_PLAN.pageviewsPerMonth),
  PLAN_WEBSITES: positive.default(DEFAULT_PLAN.websites),
  ACCEPT_MISSING: z
    .string()
    .transform(splitList)
    .pipe(z.array(z.enum(PARTS, `must be of ${PARTS.join(', ')}, separated by commas`)))
    .default([]),
  EXPORT_DIR: text.optional(),
  FOOTFALL_DEBUG_SQL: z.stringbool({ error: 'must be true or false' }).default(false),
  WEBHOOK_ALLOW_PRIVATE: z.stringbool({ error: 'must be true or false' }).default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** Parsed once at the start; the environment is never read again. */
export interface Config extends SharedConfig {
  readonly host: string;
  /** 0 means any free port. */
  readonly port: number;
  /** Origin without a trailing slash; undefined means `http://localhost:PORT`. */
  readonly baseUrl: string | undefined;
  readonly scriptUrl: string | undefined;
  readonly databaseUrl: string | undefined;
  readonly secret: string | undefined;
  readonly bootstrap: FirstAccount | undefined;
  /** Whether anyone may create an account once one exists. */
  readonly allowSignup: boolean;
  /** Undefined without a mail server: emails are then written to the log. */
  readonly mail: MailServer | undefined;
  readonly rateLimitPerMinute: number;
  /** Per website and address; 0 for no limit. */
  readonly eventRateLimitPerMinute: number;
  readonly trustedProxies: readonly string[];
  /** Undefined means the choice at the first start, else `never`. */
  readonly visitorIdRotation: VisitorIdRotation | undefined;
  readonly geoipDb: string | undefined;
  readonly journalMaxBytes: number;
  /** Where BI tools reach the embedded ClickHouse; undefined when disabled. Port 0 means any free port. */
  readonly bi: { readonly host: string; readonly port: number } | undefined;
  readonly plan: { readonly pageviewsPerMonth: number; readonly websites: number };
  /** Parts of an earlier installation that may be missing. */
  readonly acceptMissing: readonly Part[];
  /** Set only by the demo, never by a variable. */
  readonly signInLinks: boolean;
  readonly logLevel: string;
  /** Logs statistics queries with their SQL. */
  readonly debugSql: boolean;
}

/** The message names every invalid variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Each can also be given as a file, `X_FILE`, as containers pass secrets. */
const SECRETS = [
  'SECRET',
  'DATABASE_URL',
  'CLICKHOUSE_URL',
  'BOOTSTRAP_PASSWORD',
  'BOOTSTRAP_API_KEY',
  'SMTP_URL',
] as const satisfies readonly (keyof typeof variables.shape)[];

type Environment = Readonly<Record<string, string | undefined>>;

/** Replaces `X_FILE` by `X` with the file's content. Throws ConfigError that names every wrong variable. */
function withSecretFiles(environment: Environment): Environment {
  const [read, errors]: [Record<string, string>, string[]] = [{}, []];
  for (const name of SECRETS) {
    const path = environment[`${name}_FILE`];
    if (path === undefined) continue;
    if (environment[name] !== undefined) errors.push(`${name}_FILE: cannot be given together with ${name}`);
    try {
      read[name] = readFileSync(path, 'utf8').trim();
      if (read[name] === '') errors.push(`${name}_FILE: the file is empty`);
    } catch (error) {
      // The value may be a secret instead of a path, so it must not be printed.
      errors.push(`${name}_FILE: the file cannot be read (${(error as NodeJS.ErrnoException).code})`);
    }
  }
  if (errors.length > 0) throw new ConfigError(errors.join('; '));
  return { ...environment, ...read };
}

/**
 * An empty variable counts as missing.
 *
 * @throws ConfigError that names every wrong variable.
 */
export function readConfig(environment: Environment): Config {
  const values = withSecretFiles(Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')));
  const parsed = variables.safeParse(values);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path[0]?.toString()}: ${issue.message}`).join('; '),
    );
  }
  const env = parsed.data;
  if (env.CLICKHOUSE_CLUSTER !== undefined && env.CLICKHOUSE_URL === undefined) {
    throw new ConfigError('CLICKHOUSE_URL: is required with CLICKHOUSE_CLUSTER');
  }
  if (env.BI_PORT !== undefined && env.CLICKHOUSE_URL !== undefined) {
    throw new ConfigError('BI_PORT: is for the embedded ClickHouse. BI tools connect to the server in CLICKHOUSE_URL');
  }
  if (env.DATABASE_URL !== undefined && env.SECRET === undefined) {
    throw new ConfigError('SECRET: is required with DATABASE_URL, the same for every process');
  }
  if (env.BOOTSTRAP_EMAIL === undefined && (env.BOOTSTRAP_PASSWORD ?? env.BOOTSTRAP_API_KEY) !== undefined) {
    throw new ConfigError('BOOTSTRAP_EMAIL: is required with BOOTSTRAP_PASSWORD and BOOTSTRAP_API_KEY');
  }
  if ((env.SMTP_URL === undefined) !== (env.MAIL_FROM === undefined)) {
    throw new ConfigError(
      env.MAIL_FROM === undefined ? 'MAIL_FROM: is required with SMTP_URL' : 'SMTP_URL: is required with MAIL_FROM',
    );
  }
  if (env.EXPORT_DIR !== undefined && overlap(resolve(env.EXPORT_DIR), resolve(env.DATA_DIR))) {
    throw new ConfigError('EXPORT_DIR: must be outside of DATA_DIR, whose folders belong to Footfall');
  }
  return Object.freeze({
    host: env.HOST,
    port: env.PORT,
    dataDir: resolve(env.DATA_DIR),
    baseUrl: env.BASE_URL,
    scriptUrl: env.SCRIPT_URL,
    clickhouse: { url: env.CLICKHOUSE_URL, cluster: env.CLICKHOUSE_CLUSTER },
    databaseUrl: env.DATABASE_URL,
    secret: env.SECRET,
    bootstrap:
      env.BOOTSTRAP_EMAIL === undefined
        ? undefined
        : {
            email: env.BOOTSTRAP_EMAIL,
            password: env.BOOTSTRAP_PASSWORD,
            apiKey: env.BOOTSTRAP_API_KEY,
          },
    allowSignup: env.ALLOW_SIGNUP,
    debugSql: env.FOOTFALL_DEBUG_SQL,
    mail:
      env.SMTP_URL === undefined || env.MAIL_FROM === undefined
        ? undefined
        : { url: env.SMTP_URL, from: env.MAIL_FROM },
    rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE,
    eventRateLimitPerMinute: env.EVENT_RATE_LIMIT_PER_MINUTE,
    trustedProxies: env.TRUSTED_PROXIES,
    visitorIdRotation: env.VISITOR_ID_ROTATION,
    retentionMonths: env.RETENTION_MONTHS,
    geoipDb: env.GEOIP_DB,
    journalMaxBytes: env.JOURNAL_MAX_BYTES,
    bi: env.BI_PORT === undefined ? undefined : { host: env.BI_HOST, port: env.BI_PORT },
    plan: { pageviewsPerMonth: env.PLAN_PAGEVIEWS_PER_MONTH, websites: env.PLAN_WEBSITES },
    acceptMissing: env.ACCEPT_MISSING,
    signInLinks: false,
    webhookAllowPrivate: env.WEBHOOK_ALLOW_PRIVATE,
    exportDir: env.EXPORT_DIR === undefined ? undefined : resolve(env.EXPORT_DIR),
    logLevel: env.LOG_LEVEL,
  });
}

/** Absolute paths that are equal, or of which one contains the other. */
const overlap = (one: string, other: string): boolean => one === other || isInside(one, other) || isInside(other, one);

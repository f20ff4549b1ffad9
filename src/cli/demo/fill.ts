import { Readable } from 'node:stream';
import { findAccountByEmail } from '../../accounts/accounts.js';
import type { Service } from '../../service.js';
import { hasEvents } from '../../stats/reports/has-events.js';
import { isTimeZone } from '../../time/index.js';
import { createWebsite } from '../../websites/create-website.js';
import { listWebsites } from '../../websites/find-website.js';
import type { Website } from '../../websites/website.js';
import { type Progress, showProgress } from '../progress.js';
import type { ImportLine } from './import-line.js';
import type { DemoLogin } from './login.js';
import { demoTraffic } from './traffic.js';

const DAYS = 90;
const SEED = 1;
const NAME = 'Footpath';
const DOMAIN = 'footpath.example';
const LINES_A_CHUNK = 500;

/** Returns the sample website of the demo's account, and fills it unless an earlier run has. */
export async function fillSample(service: Service, { email }: DemoLogin, now: number): Promise<Website> {
  const { engines, services } = service;
  const account = await findAccountByEmail(engines.postgres.db, email);
  if (account === undefined) throw new Error('the demo has its account since the start');
  const websites = await listWebsites(engines.postgres.db, account.id);
  const settings = { name: NAME, domain: DOMAIN, timezone: ownTimezone() };
  const website =
    websites.find(({ domain }) => domain === DOMAIN) ??
    (await createWebsite(services.websites, account.id, settings, services.plan, now));
  const { hasEvents: isFilled } = await hasEvents(engines.clickhouse, website.id);
  if (!isFilled) await importTraffic(service, website, now);
  return website;
}

/** Returns this machine's time zone, so that the days of the charts are the user's own. */
function ownTimezone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : 'UTC';
}

async function importTraffic({ services }: Service, website: Website, now: number): Promise<void> {
  const { timezone, domain } = website;
  const lines = [...demoTraffic({ seed: SEED, now, days: DAYS, timezone, domain })];
  const progress = showProgress(`Making ${DAYS} days of traffic`, lines.length);
  try {
    const stream = Readable.toWeb(Readable.from(chunksOf(lines, progress))) as ReadableStream<Uint8Array>;
    const { imported } = await services.importHistory({
      website,
      stream,
      signal: new AbortController().signal,
      contentEncoding: undefined,
      idempotencyKey: undefined,
    });
    progress.done(`${imported.toLocaleString('en')} events of ${DAYS} days are in`);
  } catch (error) {
    progress.failed();
    throw error;
  }
}

function* chunksOf(lines: readonly ImportLine[], progress: Progress): Generator<Buffer> {
  for (let start = 0; start < lines.length; start += LINES_A_CHUNK) {
    const chunk = lines.slice(start, start + LINES_A_CHUNK);
    progress.advance(chunk.length);
    yield Buffer.from(chunk.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
}

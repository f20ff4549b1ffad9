import { join } from 'node:path';
import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { findAccountByEmail } from '../src/accounts/accounts.js';
import { createMailedLink } from '../src/accounts/mailed-links.js';
import type { Config } from '../src/app/config.js';
import type { Service } from '../src/app/service.js';
import { configuration } from '../src/cli/configuration.js';
import { showProgress } from '../src/cli/progress.js';
import { exitSoon, stopSignal } from '../src/cli/stop-signal.js';
import { openPlaces } from '../src/collect/steps/place.js';
import { openLog } from '../src/lib/log.js';
import { start } from '../src/main.js';
import { type DemoCredentials, readCredentials, renewApiKey } from './credentials.js';
import { fillGap, findLastEvent } from './fill.js';
import { sendLive } from './live.js';
import { withDemoPlaces } from './places.js';
import { formatReadyMessage } from './ready-message.js';
import { sites } from './sites/index.js';
import { DAYS, openSampleWebsite, type SampleWebsite } from './websites.js';

/** Fills traffic until now, then continues live until it is stopped. */
export async function runDemo(): Promise<void> {
  const config = configuration();
  const log = openLog(config.logLevel, true);
  const stopped = stopSignal(async () => log);
  const folder = join(config.dataDir, 'demo');
  process.stderr.write(`The demo is in ${folder}\n`);
  const kept = await readCredentials(folder);
  const places = withDemoPlaces(openPlaces(config.geoipDb, (message) => void process.stderr.write(`${message}\n`)));
  const { service, url, biUrl, stop } = await start(demoConfig(config, folder, kept), { places, log });
  const stopping = new AbortController();
  void stopped.then(() => stopping.abort());
  let live: Promise<unknown> = Promise.resolve();
  try {
    const { db } = service.engines.postgres;
    const credentials = await renewApiKey(db, folder, kept, Date.now());
    const account = await findAccountByEmail(db, credentials.email);
    if (account === undefined) throw new Error('the demo has its account since the start');
    const [first, ...others] = sites;
    const samples: [SampleWebsite, ...SampleWebsite[]] = [await openSampleWebsite(service, account, first, Date.now())];
    for (const site of others) samples.push(await openSampleWebsite(service, account, site, Date.now()));
    await fillAll(service, samples, stopping.signal);
    live = Promise.all(samples.map((sample) => sendLive(service, sample, stopping.signal)));
    const signInLink = `${url}/sign-in/${await createMailedLink(db, account, 'sign-in', Date.now())}`;
    process.stdout.write(formatReadyMessage({ url, biUrl, signInLink, credentials, samples, now: Date.now() }));
    await Promise.race([stopped, live.then(() => stopped)]);
  } finally {
    stopping.abort();
    await live.catch(() => undefined);
    await stop();
    exitSoon();
  }
}

/** One progress bar for all websites, unless the last start was a moment ago. */
async function fillAll(service: Service, samples: readonly SampleWebsite[], signal: AbortSignal): Promise<void> {
  const until = Date.now();
  const gaps = await Promise.all(
    samples.map(async ({ website, visits }) => {
      const last = await findLastEvent(service.engines.clickhouse, website);
      return until - Math.max(last, visits.nextTime);
    }),
  );
  const gap = Math.max(0, ...gaps);
  const isNew = gap > (DAYS - 2) * 24 * millisecondsInHour;
  const title = isNew ? `Generating ${DAYS} days of sample traffic` : 'Adding the traffic since the last start';
  const total = gaps.reduce((sum, each) => sum + Math.floor(Math.max(0, each) / millisecondsInMinute), 0);
  const progress = gap > millisecondsInHour ? showProgress(title, total) : undefined;
  try {
    let imported = 0;
    for (const sample of samples) {
      imported += await fillGap(service, sample, { until, signal, onMinutes: (minutes) => progress?.advance(minutes) });
    }
    progress?.done(`${imported.toLocaleString('en')} events imported`);
  } catch (error) {
    progress?.failed();
    throw error;
  }
}

/** Uses separate embedded databases, so that sample traffic never mixes with real traffic. */
const demoConfig = (config: Config, dataDir: string, bootstrap: DemoCredentials): Config => ({
  ...config,
  dataDir,
  bootstrap,
  secret: undefined,
  acceptMissing: [],
  databaseUrl: undefined,
  clickhouse: { url: undefined, cluster: undefined },
  signInLinks: true,
  bi: config.bi ?? { host: '127.0.0.1', port: 0 },
});

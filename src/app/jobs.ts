import { setTimeout as wait } from 'node:timers/promises';
import { Cron } from 'croner';
import { millisecondsInDay } from 'date-fns/constants';
import type { Logger } from 'pino';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { applyRetention, type OldEvents } from '../history/retention.js';
import { Mutex } from '../lib/mutex.js';
import type { OutgoingOptions } from '../lib/outgoing-request.js';
import { type DeliverDeps, deliverAll } from '../notifications/deliver.js';
import type { UnsubscribeLinks } from '../notifications/email-links.js';
import type { Mailer } from '../notifications/mail/mailer.js';
import { forgetNotices } from '../notifications/notice-repository.js';
import type { JobTopic } from '../notifications/schedule.js';
import { TrafficAlerts } from '../notifications/traffic-alerts.js';
import { type SummaryDeps, writeSummaries } from '../notifications/weekly-summaries.js';
import type { Database } from '../postgres/postgres.js';
import type { Website } from '../websites/website.js';

/** Counts what the jobs do, for `/metrics`. */
export interface JobMetrics {
  readonly onDelivery: (outcome: 'sent' | 'dropped' | 'failed' | 'given-up') => void;
  readonly onRunFailed: (topic: JobTopic, isGivenUp: boolean) => void;
}

export interface JobsDeps {
  readonly db: Database;
  readonly clickhouse: ClickHouse;
  readonly mailer: Mailer;
  readonly links: UnsubscribeLinks;
  /** How webhooks are posted to. */
  readonly posting: OutgoingOptions;
  readonly findWebsite: (id: string) => Website | undefined;
  /** `RETENTION_MONTHS`; undefined for none. */
  readonly retentionMonths: number | undefined;
  readonly oldEvents: OldEvents;
  /** Origin of the installation, without a trailing slash. */
  readonly baseUrl: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly metrics: JobMetrics;
  /** Describes an error for the log. */
  readonly describe: (error: unknown) => unknown;
}

/** Every 20 seconds: an email leaves soon after its time, and an idle service does next to nothing. */
const TICKS = '*/20 * * * * *';

const KEPT_MS = 90 * millisecondsInDay;

/** A stop does not wait longer for an email on its way. Another process then sends it again, under the same id. */
const MAX_CLOSE_MS = 3_000;

/** Runs scheduled jobs: writes weekly summaries and traffic alerts, sends them, and deletes what is older than the retention. */
export class Jobs {
  readonly #mutex = new Mutex();
  /** A deletion may take minutes, for which no notice waits. */
  readonly #deleting = new Mutex();
  readonly #summaries: SummaryDeps;
  readonly #alerts: TrafficAlerts;
  readonly #deliveries: DeliverDeps;
  #ticking: readonly Cron[] = [];
  readonly #stopping = new AbortController();

  constructor(private readonly deps: JobsDeps) {
    const { mailer, log, metrics, describe } = deps;
    this.#summaries = {
      ...deps,
      delivers: mailer.delivers,
      onFailed: ({ websiteId, topic }, isGivenUp, error) => {
        metrics.onRunFailed(topic, isGivenUp);
        const facts = { websiteId, topic, error: describe(error) };
        if (isGivenUp)
          log.error(facts, 'a job was given up after a day of failures: its next time is the next attempt');
        else log.warn(facts, 'a job could not be done yet');
      },
    };
    this.#alerts = new TrafficAlerts({ ...this.#summaries, findWebsite: deps.findWebsite });
    this.#deliveries = {
      ...deps,
      onOutcome: (outcome, { id, webhookId }, error) => {
        metrics.onDelivery(outcome);
        const facts = { delivery: id, to: webhookId === null ? 'email' : 'webhook', error: describe(error) };
        if (outcome === 'given-up') log.error(facts, 'a delivery was given up after a day of failures');
        if (outcome === 'failed') log.warn(facts, 'a delivery could not be sent yet');
      },
      onUnrecorded: ({ id }, error) =>
        log.warn({ delivery: id, error: describe(error) }, 'the outcome of a delivery could not be recorded yet'),
    };
  }

  start(): void {
    const tasks = [() => this.#notify(), () => this.#applyRetention()];
    this.#ticking = tasks.map((task) => new Cron(TICKS, { unref: true, protect: true }, task));
  }

  /** Does everything that is due now. Failures are logged, and what has failed is due again later. */
  async tick(): Promise<void> {
    await Promise.all([this.#notify(), this.#applyRetention()]);
  }

  #applyRetention(): Promise<void> {
    return this.#deleting.run(() =>
      this.#try('the retention could not be applied', () =>
        applyRetention({ ...this.deps, onFailed: this.#summaries.onFailed }, this.#stops),
      ),
    );
  }

  #notify(): Promise<void> {
    return this.#mutex.run(async () => {
      const { db, now } = this.deps;
      await this.#try('weekly summaries could not be written', () => writeSummaries(this.#summaries, this.#stops));
      await this.#try('traffic could not be judged', () => this.#alerts.run(this.#stops));
      await this.#try('emails could not be sent', () => deliverAll(this.#deliveries, this.#stopping.signal));
      await this.#try('old notices could not be removed', () => forgetNotices(db, now() - KEPT_MS));
    });
  }

  /** Stops. Resolves when nothing is under way any more, or after a few seconds. */
  async close(): Promise<void> {
    this.#stopping.abort();
    for (const cron of this.#ticking) cron.stop();
    const idle = [this.#mutex, this.#deleting].map((mutex) => mutex.run(async () => undefined));
    await Promise.race([Promise.all(idle), wait(MAX_CLOSE_MS, undefined, { ref: false })]);
  }

  readonly #stops = (): boolean => this.#stopping.signal.aborted;

  async #try(what: string, task: () => Promise<void>): Promise<void> {
    if (this.#stops()) return;
    await task().catch((error: unknown) => this.deps.log.warn({ error: this.deps.describe(error) }, what));
  }
}

import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { and, eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { type ClickHouse, ClickHouseError } from '../clickhouse/clickhouse.js';
import { claimJobs, finishJobs, planJobs, releaseJobs, updateJob, type WebsiteJob } from '../jobs/website-jobs.js';
import { AppError } from '../lib/errors.js';
import { inLanguage } from '../lib/language/language.js';
import { withCauses } from '../lib/outage.js';
import { jobs } from '../postgres/schema.js';
import { sentenceText } from '../stats/changes/sentence.js';
import { websiteScope } from '../stats/query.js';
import { lists } from '../stats/reports/lists.js';
import { type RecentTraffic, recentTraffic } from '../stats/reports/traffic.js';
import { moveDays, QUARTER_MS, type Range } from '../time/index.js';
import type { Website } from '../websites/website.js';
import { failedRuns, type NotificationContext } from './context.js';
import { changeFinder, type FindNoticeChange } from './find-change.js';
import type { Silence, Spike } from './mail/notice-content.js';
import { addNotice, findDestinations, hadNoticeSince, type NewNotice, wantsNotices } from './notice-repository.js';
import { readRows, topDrop } from './read-weekly-summary.js';
import { findOwnerLanguage } from './recipients.js';
import { TrafficHistories } from './traffic-history.js';
import { judgeSilence, judgeSpike, MIN_SPIKE_VISITORS, type TrafficHistory } from './traffic-rules.js';

const TOPIC = 'traffic-alert';

/** Length of the interval whose visitors are judged. */
export const WINDOW_MS = 30 * millisecondsInMinute;

/** Minimum time between two alerts of a kind for a website. */
export const MIN_ALERT_INTERVAL_MS = 12 * millisecondsInHour;

/** After a longer silence, a website counts as having no traffic. */
export const MAX_SILENCE_MS = 7 * millisecondsInDay;

/** Silences develop slowly, and judging one reads weeks of events. */
const SILENCE_TURN_MS = 10 * millisecondsInMinute;

/** After a longer gap between two runs, the service was down, so missing events are no silence. */
const MAX_GAP_MS = 15 * millisecondsInMinute;

const CLAIMED_AT_ONCE = 500;
const MAX_WEBSITES = 10_000;

/** Runs once a minute. */
export class TrafficAlerts {
  readonly #histories: TrafficHistories;
  /** Cached, because a history of half hours hardly changes within a quarter of an hour. */
  readonly #usual = new LRUCache<string, TrafficHistory>({ max: MAX_WEBSITES });
  readonly #lastEvents = new LRUCache<string, number>({ max: MAX_WEBSITES });
  readonly #judgedSilences = new LRUCache<string, number>({ max: MAX_WEBSITES });

  constructor(private readonly context: NotificationContext) {
    this.#histories = new TrafficHistories(context.clickhouse);
  }

  /** Runs until no website is due or `stopping` is aborted. */
  async run(stopping: AbortSignal): Promise<void> {
    const { db, clickhouse, now } = this.context;
    const findChange = changeFinder(clickhouse);
    await planJobs(db, TOPIC, now(), wantsNotices(db, TOPIC));
    while (!stopping.aborted) {
      const claimed = await claimJobs(db, TOPIC, now(), CLAIMED_AT_ONCE);
      if (claimed.length === 0) return;
      await this.#judgeAll(claimed, findChange, stopping).catch(async (error: unknown) => {
        // Otherwise they would be judged only after their claims end.
        await releaseJobs(db, claimed).catch(() => undefined);
        throw error;
      });
    }
  }

  async #judgeAll(claimed: readonly WebsiteJob[], findChange: FindNoticeChange, stopping: AbortSignal): Promise<void> {
    const { db, clickhouse, now } = this.context;
    const onFailed = failedRuns(this.context);
    const at = now();
    const range = { start: at - WINDOW_MS, end: at };
    const ids = claimed.map(({ websiteId }) => websiteId);
    // Without an answer, each is judged again in a minute.
    const recent = await recentTraffic(clickhouse, ids, range).catch((error: unknown) => error as Error);
    const watched: WebsiteJob[] = [];
    for (const job of claimed) {
      if (stopping.aborted) return releaseJobs(db, claimed);
      const isGap = job.watchedSince === null || at - job.dueAt.getTime() > MAX_GAP_MS;
      const watchedSince = isGap ? new Date(at) : job.watchedSince!;
      try {
        if (recent instanceof Error) throw recent;
        await this.#judge({ ...job, watchedSince }, recent.get(job.websiteId), range, findChange);
        if (isGap) await updateJob(db, job, { watchedSince });
      } catch (error) {
        this.#judgedSilences.delete(job.websiteId);
        // Events may be waiting for ClickHouse, and a silence would begin after them.
        await updateJob(db, job, { watchedSince: isOfClickHouse(error) ? new Date(at) : watchedSince });
        onFailed(job, false, error);
      }
      watched.push(job);
    }
    await finishJobs(db, watched, at);
  }

  async #judge(
    job: WebsiteJob & { readonly watchedSince: Date },
    recent: RecentTraffic | undefined,
    range: Range,
    findChange: FindNoticeChange,
  ): Promise<void> {
    const website = this.context.findWebsite(job.websiteId);
    if (website === undefined) return;
    if (recent !== undefined) {
      this.#lastEvents.set(website.id, recent.lastEvent);
      if (recent.visitors >= MIN_SPIKE_VISITORS) {
        await this.#judgeSpike(website, recent.visitors, range, findChange);
      }
      return;
    }
    const lastEvent = await this.#lastEvent(website.id, range.end);
    if (lastEvent === undefined) return;
    const since = Math.max(lastEvent, job.watchedSince.getTime());
    if (range.end - since >= WINDOW_MS) await this.#judgeSilence(website, { start: since, end: range.end }, lastEvent);
  }

  async #judgeSpike(website: Website, visitors: number, range: Range, findChange: FindNoticeChange): Promise<void> {
    const key = `${website.id} ${website.timezone} ${Math.floor(range.end / QUARTER_MS)}`;
    const history = this.#usual.get(key) ?? (await this.#histories.read(website, range));
    this.#usual.set(key, history);
    const spike = judgeSpike(visitors, history);
    if (spike === undefined) return;
    const { db, clickhouse } = this.context;
    if (await hadNoticeSince(db, website.id, 'spike', range.end - MIN_ALERT_INTERVAL_MS)) return;
    const content = await inLanguage(await findOwnerLanguage(db, website.id), () =>
      describeSpike(clickhouse, website, range, visitors, spike, findChange),
    );
    await this.#notify({
      websiteId: website.id,
      topic: TOPIC,
      kind: 'spike',
      occasion: `spike ${new Date(range.end).toISOString()}`,
      content,
    });
  }

  async #judgeSilence(website: Website, range: Range, lastEvent: number): Promise<void> {
    const { db, clickhouse } = this.context;
    const judged = this.#judgedSilences.get(website.id) ?? 0;
    if (judged > range.start && range.end - judged < SILENCE_TURN_MS) return;
    this.#judgedSilences.set(website.id, range.end);
    const expected = judgeSilence(await this.#histories.read(website, range));
    if (expected === undefined) return;
    if (await hadNoticeSince(db, website.id, 'silence', range.end - MIN_ALERT_INTERVAL_MS)) return;
    const dropped = await topDrop(clickhouse, website.id, { start: lastEvent, end: range.end });
    const content: Silence = { since: lastEvent, until: range.end, expected, dropped };
    // The last event identifies the silence, so that it has one notice, however long it lasts.
    await this.#notify({
      websiteId: website.id,
      topic: TOPIC,
      kind: 'silence',
      occasion: `silence ${new Date(lastEvent).toISOString()}`,
      content,
    });
  }

  async #lastEvent(id: string, now: number): Promise<number | undefined> {
    const start = now - MAX_SILENCE_MS;
    const known = this.#lastEvents.get(id);
    if (known !== undefined) return known < start ? undefined : known;
    const found = await recentTraffic(this.context.clickhouse, [id], { start, end: now });
    const last = found.get(id)?.lastEvent;
    this.#lastEvents.set(id, last ?? 0);
    return last;
  }

  /** Does nothing when another process has stored a notice of this kind in the last hours. */
  async #notify(notice: NewNotice): Promise<void> {
    const { db, now, mailer } = this.context;
    await db.transaction(async (tx) => {
      const own = and(eq(jobs.websiteId, notice.websiteId), eq(jobs.topic, TOPIC));
      await tx.select({ zone: jobs.zone }).from(jobs).where(own).for('update');
      if (await hadNoticeSince(tx, notice.websiteId, notice.kind, now() - MIN_ALERT_INTERVAL_MS)) return;
      await addNotice(tx, notice, await findDestinations(tx, notice.websiteId, TOPIC, mailer.delivers), now());
    });
  }
}

const isOfClickHouse = (error: unknown): boolean =>
  withCauses(error).some((each) => each instanceof ClickHouseError || each instanceof AppError);

/** Its top pages and sources, and what changed. */
export async function describeSpike(
  clickhouse: ClickHouse,
  website: Website,
  range: Range,
  visitors: number,
  { usual, times }: { readonly usual: number; readonly times: number | undefined },
  findChange = changeFinder(clickhouse),
): Promise<Spike> {
  const scope = websiteScope(website, range);
  return {
    ...range,
    visitors,
    usual,
    times: times ?? null,
    pages: await readRows(clickhouse, scope, lists.pages),
    sources: await readRows(clickhouse, scope, lists.referrers),
    ...(await explainSpike(findChange, website, range)),
  };
}

/** Against the same half hour a week before, as the usual is. Only causes say more than the spike itself. */
async function explainSpike(
  findChange: FindNoticeChange,
  website: Website,
  range: Range,
): Promise<Pick<Spike, 'whatChanged'>> {
  const toWeekBefore = (instant: number) => moveDays(instant, -7, website.timezone);
  const found = await findChange(website, {
    range,
    comparison: { mode: 'previous', range: { start: toWeekBefore(range.start), end: toWeekBefore(range.end) } },
    now: range.end,
  });
  return found?.explanation.verdict === 'causes' && found.isJudged ? { whatChanged: sentenceText(found.sentence) } : {};
}

import { Cron } from 'croner';
import { millisecondsInSecond } from 'date-fns/constants';
import type { JOB_TOPICS } from '../postgres/schema.js';

/**
 * Work that is done for a website at its own local time: a report on a topic, or the deletion of data past its
 * retention.
 */
export type JobTopic = (typeof JOB_TOPICS)[number];

const MONDAYS = '0 8 * * 1';

const PATTERNS: Readonly<Record<JobTopic, string>> = {
  'weekly-summary': MONDAYS,
  'segment-summary': MONDAYS,
  'traffic-alert': '* * * * *',
  retention: '0 4 * * *',
};

const openCron = (topic: JobTopic, zone: string): Cron => new Cron(PATTERNS[topic], { timezone: zone, paused: true });

/** Both times are epoch milliseconds. */
export function nextRun(topic: JobTopic, zone: string, after: number): number {
  const next = openCron(topic, zone).nextRun(new Date(after));
  if (next === null) throw new Error('a job without an end always has a next time');
  return next.getTime();
}

/** `until` is included. Both times are epoch milliseconds. */
export function lastRun(topic: JobTopic, zone: string, until: number): number {
  // Croner excludes its reference time and ignores milliseconds.
  const reference = new Date((Math.floor(until / millisecondsInSecond) + 1) * millisecondsInSecond);
  const [last] = openCron(topic, zone).previousRuns(1, reference);
  if (last === undefined) throw new Error('a job without a beginning always has a last time');
  return last.getTime();
}

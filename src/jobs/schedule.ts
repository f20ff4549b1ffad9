import { Cron } from 'croner';
import { millisecondsInSecond } from 'date-fns/constants';
import type { JOB_TOPICS } from '../postgres/schema.js';

/** What is done for a website at its own times: a report on a topic, or the deletion of what is older than the retention. */
export type JobTopic = (typeof JOB_TOPICS)[number];

/** The times of each job in the website's time zone. */
const PATTERNS: Readonly<Record<JobTopic, string>> = {
  'weekly-summary': '0 8 * * 1',
  'traffic-alert': '* * * * *',
  retention: '0 4 * * *',
};

const openCron = (topic: JobTopic, zone: string): Cron => new Cron(PATTERNS[topic], { timezone: zone, paused: true });

/** Returns the first time of a job after an instant. Both are epoch milliseconds. */
export function nextRun(topic: JobTopic, zone: string, after: number): number {
  const next = openCron(topic, zone).nextRun(new Date(after));
  if (next === null) throw new Error('a job without an end always has a next time');
  return next.getTime();
}

/** Returns the last time of a job until an instant, the instant included. Both are epoch milliseconds. */
export function lastRun(topic: JobTopic, zone: string, until: number): number {
  // Croner excludes its reference, and knows no parts of seconds.
  const reference = new Date((Math.floor(until / millisecondsInSecond) + 1) * millisecondsInSecond);
  const [last] = openCron(topic, zone).previousRuns(1, reference);
  if (last === undefined) throw new Error('a job without a beginning always has a last time');
  return last.getTime();
}

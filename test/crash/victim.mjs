// The built service as a process of its own, which dies by SIGKILL at the n-th passing of a step: KILL_AT="synced:3".
import { z } from 'zod';
import { readConfig } from '../../dist/app/config.js';
import { sql } from '../../dist/clickhouse/sql.js';
import { start } from '../../dist/main.js';
import { websites } from '../../dist/postgres/schema.js';

const [fatal, times] = (process.env.KILL_AT ?? ':0').split(':');
let left = Number(times);

const running = await start(readConfig(process.env), {
  onStep: (step) => {
    if (step !== fatal) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  },
});

process.on('SIGTERM', async () => {
  await running.stop();
  process.exit(0);
});
// What ClickHouse has, when everything is there that came in before.
process.on('SIGUSR2', async () => {
  await running.service.drain();
  const ask = (statement) =>
    running.service.engines.clickhouse.query({ name: 'test', sql: statement, row: z.record(z.string(), z.unknown()) });
  const pages = await ask(sql`SELECT path, toUInt32(count()) AS views FROM events GROUP BY path`);
  const [counts] = await ask(sql`SELECT toUInt32(sum(pageviews)) AS usage,
  (SELECT toUInt32(uniqExact(website_id, visitor_id)) FROM sessions) AS visitors,
  (SELECT [toInt32(sum(visits.events)), toInt32(sum(visits.sessions)), toInt32(sum(visits.duration))] FROM visits) AS visits,
  (SELECT toUInt32(uniqExact(website_id, visitor_id)) FROM events) AS visitors_of_events,
  (SELECT [toInt32(count()), toInt32(sum(events.sessions)), toInt32(sum(events.duration))] FROM events) AS visits_of_events
FROM usage`);
  const known = await running.service.engines.postgres.db.select().from(websites);
  const complete = known.filter(({ countState }) => countState === 'complete');
  // Visitors of each day, in UTC, and the facts beside them, of the websites whose visitors are counted by the day.
  const days = await ask(sql`SELECT website_id, generation,
  [toInt32(sum(visitors)), toInt32(sum(pageviews)), toInt32(sum(sessions)), toInt32(sum(duration))] AS sums
FROM daily_visitors WHERE dimension = '' GROUP BY website_id, generation`);
  const daysOfEvents = await ask(sql`SELECT website_id,
  [toInt32(uniqExactIf((visitor_id, toDate(time)), type != 'leave')), toInt32(countIf(type = 'pageview')),
   toInt32(sum(sessions)), toInt32(sum(duration))] AS sums
FROM events GROUP BY website_id`);
  const isOf = (each, { id, countGeneration: generation }) =>
    each.website_id === id && (each.generation ?? generation) === generation;
  const sumsOf = (rows) => complete.map((website) => rows.find((each) => isOf(each, website))?.sums ?? []);
  process.stdout.write(
    `${JSON.stringify({
      pages,
      usage: counts.usage,
      derived: { visitors: counts.visitors, visits: counts.visits, days: sumsOf(days) },
      raw: { visitors: counts.visitors_of_events, visits: counts.visits_of_events, days: sumsOf(daysOfEvents) },
    })}\n`,
  );
});
process.stdout.write(`${running.url}\n`);

import { randomUUID } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { ClickHouseError } from '../../src/clickhouse/clickhouse.js';
import { imports } from '../../src/postgres/schema.js';
import { findWebsite } from '../../src/websites/find-website.js';
import { counted, expectDailyVisitors } from './daily-visitors.js';
import { expectDerivedTables } from './derived-tables.js';
import { ada, browser, HOUR, MINUTE, NOW, owner, SECOND, service, useService, view, website } from './server-events.js';

useService();

describe('late events', () => {
  test('begin a session earlier', async () => {
    const { sent, live, stat } = await website();
    await live(0, '/live', { referrer: 'https://www.google.com/' });
    await sent(MINUTE, view(-10 * MINUTE, '/landing', { ...browser, referrer: 'https://news.ycombinator.com/' }));
    await live(5 * MINUTE, '/next');
    expect(await stat()).toMatchObject({ totalVisitors: 1, bounceRate: 0, averageSessionDurationSeconds: 900 });
    await live(6 * MINUTE, '/last');
    expect(await stat()).toMatchObject({ totalPageviews: 4, averageSessionDurationSeconds: 960 });
    expect((await stat('referrers')).data).toMatchObject([{ referrer: 'Hacker News', visitors: 1 }]);
    await expectDerivedTables(service.clickhouse);
  });

  test('wait for their sessions where they are, and are in no usage twice', async () => {
    const { id, sent, stat } = await website();
    await sent(0, view(-HOUR, '/later'));
    const { generation } = await counted(service, id);
    // It does not run again within the next second.
    await service.jobs.run('late events');
    await sent(0, view(-HOUR - 2 * MINUTE, '/', { visitor: 'bob' }), view(-HOUR - MINUTE, '/earlier'));
    const { countState, countGeneration } = (await findWebsite(service.engines.postgres.db, id))!;
    expect([countState, countGeneration]).not.toEqual(['complete', generation]);
    const { data } = (await owner.get(`/websites/${id}/stats/main`, { from: '2026-03-29', to: '2026-03-29' })).body;
    expect(data).toMatchObject({ totalVisitors: 2, totalPageviews: 3 });
    const usage = async () => (await owner.get('/account/usage')).body.data.pageviews.used;
    const before = await usage();
    expect(await stat()).toMatchObject({ bounceRate: 0.5, averageSessionDurationSeconds: 30 });
    expect(await usage()).toBe(before);
  });

  test('are placed although the page before them was left', async () => {
    const { sent, stat } = await website();
    await sent(0, view(-HOUR, '/one'), view(-40 * MINUTE, '/two'));
    await sent(0, view(-HOUR - MINUTE, '/zero'));
    await sent(0, { ...view(-HOUR + 10 * SECOND, '/one'), type: 'leave', seconds: 9 });
    await sent(0, { ...view(-30 * MINUTE, '/two'), type: 'leave', seconds: 500 });
    expect(await stat()).toMatchObject({ averageSessionDurationSeconds: 21 * 60 + 500, totalPageviews: 3 });
  });

  test('are of the views before them', async () => {
    const { id, sent, stat } = await website();
    const left = (time: number, seconds: number) => ({ ...view(time, '/a'), type: 'leave', seconds });
    const timeOnPage = async () => {
      const query = { from: '2026-03-29', to: '2026-03-29', metrics: ['averageSecondsOnPage'] };
      return (await owner.call('POST', `/websites/${id}/query`, query)).body.data.rows;
    };
    await sent(0, view(-60 * MINUTE, '/a'), view(-50 * MINUTE, '/a'), left(-45 * MINUTE, 100));
    await sent(0, left(-55 * MINUTE, 200));
    await stat();
    expect(await timeOnPage()).toEqual([{ averageSecondsOnPage: 150 }]);
    await sent(0, view(-40 * MINUTE, '/a'), left(-30 * MINUTE, 300), view(-20 * MINUTE, '/b'));
    await sent(0, view(-35 * MINUTE, '/a'), left(-36 * MINUTE, 30));
    await stat();
    expect(await timeOnPage()).toEqual([{ averageSecondsOnPage: 157.5 }]);
    // The page of the last leave was viewed again before it.
    await sent(0, view(-19 * MINUTE, '/a'), left(-15 * MINUTE, 240));
    await sent(0, view(-17 * MINUTE, '/a'));
    await stat();
    expect(await timeOnPage()).toEqual([{ averageSecondsOnPage: 150 }]);
    // A leave that says less than a later one is of its view once the later one is of another.
    await sent(0, view(-12 * MINUTE, '/a'), left(-2 * MINUTE, 600));
    await sent(0, left(-7 * MINUTE, 300));
    await sent(0, view(-4 * MINUTE, '/a'));
    await stat();
    expect(await timeOnPage()).toEqual([{ averageSecondsOnPage: 167.14 }]);
  });

  test('are placed with the leaves that come soon after them', async () => {
    const { sent, stat } = await website();
    const left = { ...view(-50 * MINUTE, '/a'), type: 'leave', seconds: 600 };
    await sent(0, view(-55 * MINUTE, '/b'));
    await sent(0, view(-HOUR, '/a'), left);
    expect(await stat()).toMatchObject({ totalPageviews: 2, averageSessionDurationSeconds: 600 });
  });

  test('leave open sessions open, also after a restart', async () => {
    const { sent, live, stat } = await website();
    await live(0, '/one');
    await service.restart();
    await sent(MINUTE, view(-20 * HOUR, '/old'));
    await sent(2 * MINUTE, view(-20 * HOUR + MINUTE, '/old'));
    await live(5 * MINUTE, '/two');
    const range = { from: '2026-03-29T00:00:00Z', to: '2026-03-29T23:00:00Z' };
    expect(await stat('main', range)).toMatchObject({ bounceRate: 0, averageSessionDurationSeconds: 300 });
  });

  test('go on with the latest session of their visitor', async () => {
    const { sent, stat } = await website();
    await sent(0, view(-3 * HOUR, '/a'), view(-HOUR, '/b'));
    await service.restart();
    await sent(0, view(-3 * HOUR, '/', { visitor: 'bob' }), view(-50 * MINUTE, '/c'));
    expect(await stat()).toMatchObject({ totalPageviews: 4, bounceRate: 0.6667 });
  });

  test('find their sessions later when these cannot be read', async () => {
    const { sent, stat } = await website();
    await sent(0, view(-HOUR, '/a'));
    await service.restart();
    const { query } = service.clickhouse;
    const failing = vi.spyOn(service.clickhouse, 'query').mockImplementation(async (given) => {
      if (given.name === 'sessions of visitors') throw new ClickHouseError('too much memory', 241, undefined);
      return query(given);
    });
    await sent(0, view(-HOUR + MINUTE, '/b'), view(-HOUR + 2 * MINUTE, '/c'));
    failing.mockRestore();
    expect(await stat()).toMatchObject({ totalPageviews: 3, bounceRate: 0, averageSessionDurationSeconds: 120 });
    await expectDerivedTables(service.clickhouse);
  });

  test('are placed although a file of them is damaged', async () => {
    const { id, sent, stat } = await website();
    await sent(0, view(-HOUR, '/later'));
    await sent(0, view(-HOUR - MINUTE, '/earlier'));
    const name = `000000000000001-00000000.${id}.segment`;
    await writeFile(join(service.folder, 'late-events', name), '[{');
    expect(await stat()).toMatchObject({ bounceRate: 0, totalPageviews: 2 });
    expect(await readdir(join(service.folder, 'rejected'))).toContain(`${name}.late-events.json`);
    expect(await readdir(join(service.folder, 'late-events'))).toEqual([]);
  });

  test('wait for what would remove their rebuilt sessions', async () => {
    const { id, sent, stat } = await website();
    await sent(0, view(-HOUR, '/later'));
    await sent(0, view(-HOUR - MINUTE, '/earlier'));
    const { db } = service.engines.postgres;
    const deletion = { id: randomUUID(), websiteId: id, instance: 'another', createdAt: new Date(NOW) };
    await db.insert(imports).values({ ...deletion, state: 'deleting' });
    expect(await stat()).toMatchObject({ bounceRate: 1, totalPageviews: 2 });
    await db.delete(imports).where(eq(imports.id, deletion.id));
    expect(await stat()).toMatchObject({ bounceRate: 0, totalPageviews: 2 });
  });

  test('of an address are the visitor whom the tracker has seen', async () => {
    const { sent, live, stat } = await website();
    await live(-MINUTE, '/one');
    await sent(0, { ...view(-30 * SECOND, '/pay', browser), type: 'custom', name: 'payment' });
    await live(MINUTE, '/two');
    expect(await stat()).toMatchObject({ totalVisitors: 1, totalPageviews: 2, averageSessionDurationSeconds: 120 });
  });
});

describe('the visitors of each day are counted again', () => {
  /** Whether the counts end or not, they must say what the events do. */
  async function checked(id: string): Promise<void> {
    await service.drain();
    await service.jobs.run('late events');
    await expectDailyVisitors(service.clickhouse, id, await counted(service, id));
  }

  test('when an event is earlier on a day that is counted, inside a session', async () => {
    const { id, sent } = await website();
    const midnight = -12 * HOUR;
    await sent(0, view(midnight - 10 * MINUTE, '/a'), view(midnight + 16 * MINUTE, '/a'));
    await checked(id);
    await sent(0, view(midnight + 2 * MINUTE, '/a'));
    await checked(id);
  });

  test('when the visitor came on the day after', async () => {
    const { id, sent } = await website();
    await sent(0, view(-HOUR, '/a'));
    await checked(id);
    await sent(0, view(-14 * HOUR, '/b'));
    await checked(id);
  });

  test('when a page was viewed on the day after, in the same session', async () => {
    const { id, sent } = await website();
    const midnight = -12 * HOUR;
    await sent(0, view(midnight - 10 * MINUTE, '/a'), view(midnight + MINUTE, '/b'));
    await checked(id);
    await sent(0, view(midnight - 5 * MINUTE, '/b'));
    await checked(id);
  });

  test('and not for what is in order', async () => {
    const { id, sent } = await website();
    await sent(0, view(-20 * HOUR, '/a'), view(-HOUR, '/a'));
    const { generation } = await counted(service, id);
    await sent(0, view(-10 * HOUR, '/a', { visitor: 'bob' }), view(-40 * MINUTE, '/b'));
    await sent(0, view(-50 * MINUTE, '/c'), view(-35 * MINUTE, '/d', browser));
    await sent(0, ...[2, 5, 4, 1, 3].map((minute) => view(-minute * MINUTE, '/a', { visitor: 'cy' })));
    expect((await counted(service, id)).generation).toBe(generation);
    await checked(id);
  });
});

test('events go on with the sessions that an import has rebuilt', async () => {
  const { id, sent, stat } = await website();
  await sent(0, view(-20 * MINUTE, '/a'));
  const line = { timestamp: new Date(NOW - 21 * MINUTE).toISOString(), url: 'https://example.com/before', ...ada };
  expect((await owner.import(id, JSON.stringify(line))).body.data).toMatchObject({ imported: 1 });
  await sent(0, view(-5 * MINUTE, '/after'));
  expect(await stat()).toMatchObject({ totalPageviews: 3, bounceRate: 0, averageSessionDurationSeconds: 16 * 60 });
  await expectDerivedTables(service.clickhouse);
});

test('events of visitors whose history is being imported are placed when that is done', async () => {
  const { id, sent, stat } = await website();
  await sent(0, view(-HOUR, '/a'));
  const { delete: remove } = service.clickhouse;
  // The import has written its sessions, and has not removed those that they replace.
  const removal = vi.spyOn(service.clickhouse, 'delete').mockImplementationOnce(async (table, rows) => {
    await sent(0, view(-50 * MINUTE, '/during'));
    await remove(table, rows);
  });
  const line = { timestamp: new Date(NOW - HOUR - MINUTE).toISOString(), url: 'https://example.com/before', ...ada };
  expect((await owner.import(id, JSON.stringify(line))).body.data).toMatchObject({ imported: 1 });
  expect(removal).toHaveBeenCalled();
  await sent(0, view(-45 * MINUTE, '/after'));
  expect(await stat()).toMatchObject({ totalPageviews: 4, bounceRate: 0, averageSessionDurationSeconds: 16 * 60 });
  await expectDerivedTables(service.clickhouse);
});

import { expect, test } from 'vitest';
import { encodeEvent } from '../../../src/collect/event-codec.js';
import { MAX_OPENED, Sessionizer } from '../../../src/collect/sessions/sessionizer.js';
import { segmentOf } from '../journal/open-journal.js';
import { ACCOUNT, trackedEvent, WEBSITE } from './tracked-event.js';

const MINUTE = 60_000;
const website = (generation: number) =>
  new Map([[WEBSITE, { accountId: ACCOUNT, count: { generation, zone: 'UTC' } }]]);

/** The rows of pages of a block, and how many visitors were looked up for it. */
function blockOf(sessionizer: Sessionizer, at: number, paths: readonly string[], generation = 1) {
  const events = paths.map((path) => trackedEvent({ time: trackedEvent().time + at * MINUTE, path }));
  sessionizer.load(segmentOf(events.map(encodeEvent)), { name: String(at), syncedBytes: 0, isLate: false });
  const { beginnings } = sessionizer.buildBatch(website(generation));
  const { rows } = sessionizer.count(beginnings.map(() => undefined));
  sessionizer.commit(Number.MAX_SAFE_INTEGER);
  const lines = Buffer.from(rows).toString().split('\n');
  const visitors = lines.filter((line) => /,"path",.*,1,\d+,\d+,0,0,0\]$/.test(line)).length;
  return { lookedUp: beginnings.length, visitors };
}

test('an open session knows the pages of its visitor, who are looked up once', () => {
  const sessionizer = new Sessionizer();
  expect(blockOf(sessionizer, 0, ['/', '/a'])).toEqual({ lookedUp: 1, visitors: 2 });
  expect(blockOf(sessionizer, 1, ['/a', '/b'])).toEqual({ lookedUp: 0, visitors: 1 });
  expect(blockOf(sessionizer, 2, ['/b'])).toEqual({ lookedUp: 0, visitors: 0 });
});

test('of very many pages it keeps none, rather than some', () => {
  const sessionizer = new Sessionizer();
  const pages = Array.from({ length: MAX_OPENED }, (_, page) => `/${page}`);
  expect(blockOf(sessionizer, 0, pages)).toEqual({ lookedUp: 1, visitors: MAX_OPENED });
  expect(blockOf(sessionizer, 1, ['/new'])).toEqual({ lookedUp: 0, visitors: 1 });
  expect(blockOf(sessionizer, 2, ['/new']).lookedUp).toBe(1);
});

test('what belongs to another count is looked up again', () => {
  const sessionizer = new Sessionizer();
  expect(blockOf(sessionizer, 0, ['/'])).toEqual({ lookedUp: 1, visitors: 1 });
  expect(blockOf(sessionizer, 1, ['/'], 2).lookedUp).toBe(1);
});

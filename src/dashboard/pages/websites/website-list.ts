import { millisecondsInDay } from 'date-fns/constants';
import { MAX_UUIDS } from '../../../clickhouse/sql.js';
import type { Context } from '../../../context/context.js';
import { hasEvents } from '../../../stats/reports/has-events.js';
import { type LastDay, lastDays } from '../../../stats/reports/last-day.js';
import { type FoundWebsites, searchWebsites } from '../../../websites/find-website.js';
import type { Website } from '../../../websites/website.js';

export const SORTS = ['created', 'name', 'visitors'] as const;

export type Sort = (typeof SORTS)[number];

/** Search, order and page. */
export interface ListChoice {
  /** Empty for all websites. */
  readonly search: string;
  readonly sort: Sort;
  /** From 1. */
  readonly page: number;
}

/** With its visitors of the last 24 hours. */
export interface ListedWebsite {
  readonly website: Website;
  readonly day: LastDay;
  /** In the 24 hours before. */
  readonly visitorsBefore: number;
  /** Whether it has ever had an event. */
  readonly isInstalled: boolean;
}

export interface WebsiteList extends Omit<FoundWebsites, 'websites'> {
  readonly websites: readonly ListedWebsite[];
}

const PAGE_SIZE = 50;

/** `now` is epoch milliseconds. Sorts at most 1,000 websites by visitors. */
export async function listWithVisitors(
  { db, clickhouse }: Pick<Context, 'db' | 'clickhouse'>,
  accountId: string,
  choice: ListChoice,
  now: number,
): Promise<WebsiteList> {
  const { websites, ...found } = await findPage({ db, clickhouse }, accountId, choice, now);
  const [findLastDay, findDayBefore] = await Promise.all([
    lastDays(clickhouse, websites, now),
    lastDays(clickhouse, websites, now - millisecondsInDay),
  ]);
  const listed = websites.map(async (website): Promise<ListedWebsite> => {
    const [day, { visitors: visitorsBefore }] = [findLastDay(website), findDayBefore(website)];
    const isQuiet = day.visitors === 0 && visitorsBefore === 0;
    const isInstalled = !isQuiet || (await hasEvents(clickhouse, website.id)).hasEvents;
    return { website, day, visitorsBefore, isInstalled };
  });
  return { ...found, websites: await Promise.all(listed) };
}

async function findPage(
  { db, clickhouse }: Pick<Context, 'db' | 'clickhouse'>,
  accountId: string,
  { search, sort, page }: ListChoice,
  now: number,
): Promise<FoundWebsites> {
  if (sort !== 'visitors') {
    return searchWebsites(db, accountId, { search, page, pageSize: PAGE_SIZE, orderBy: sort });
  }
  const { websites } = await searchWebsites(db, accountId, { search, page: 1, pageSize: MAX_UUIDS });
  const findLastDay = await lastDays(clickhouse, websites, now);
  const sorted = websites.toSorted((a, b) => findLastDay(b).visitors - findLastDay(a).visitors);
  const pages = Math.max(1, Math.ceil(sorted.length / PAGE_SIZE));
  const shown = Math.min(page, pages);
  const rows = sorted.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE);
  return { websites: rows, found: sorted.length, page: shown, pages };
}

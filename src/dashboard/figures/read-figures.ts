import type { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { unavailableError } from '../../http/unavailable.js';
import type { Services } from '../../http/v1/services.js';
import { parseFilters, type StatsQuery } from '../../stats/query.js';
import { drops, type dropsShape } from '../../stats/reports/drops.js';
import { hasEvents } from '../../stats/reports/has-events.js';
import { main, type mainShape } from '../../stats/reports/main.js';
import { visitorsNow } from '../../stats/reports/visitors-now.js';
import { completeCount } from '../../websites/count.js';
import type { Website } from '../../websites/website.js';
import type { ShownRange } from './range-choice.js';
import { type ChartFigures, chooseInterval, readChart } from './read-chart.js';
import { type ListPath, shownLists } from './shown-lists.js';
import type { ShownRow } from './shown-row.js';
import type { PanelName, Tab, View } from './view.js';

export type MainFigures = z.infer<typeof mainShape>;

/** The first rows of a panel, or the reason why they are missing. */
export type PanelRows = { readonly rows: readonly ShownRow[] } | { readonly failure: string };

/** All data of a page of figures. */
export interface Figures {
  readonly main: MainFigures;
  readonly now: number;
  readonly chart: ChartFigures;
  readonly panels: Readonly<Record<PanelName, PanelRows>>;
  readonly drops: z.infer<typeof dropsShape>;
  /** Whether the website has ever had an event. */
  readonly hasEvents: boolean;
}

export interface AskedFigures {
  readonly website: Website;
  readonly view: View;
  readonly range: ShownRange;
  /** Epoch milliseconds. */
  readonly now: number;
}

const PANEL_ROWS = 10;

/** More than the number of countries. */
const MAP_ROWS = 1_000;

/** Returns the query of a view, as the interface would receive it. */
export const toStatsQuery = ({ website, view, range }: Omit<AskedFigures, 'now'>): StatsQuery => ({
  websiteId: website.id,
  range: range.ranges.range,
  filter: parseFilters(view.filters),
  count: completeCount(website),
});

/** Reads all parts in parallel, so that the slowest one determines the time. */
export async function readFigures({ clickhouse }: Pick<Services, 'clickhouse'>, asked: AskedFigures): Promise<Figures> {
  const { website, view, range, now } = asked;
  const query = toStatsQuery(asked);
  const [found, chart, panels, visitors, dropped] = await Promise.all([
    main(clickhouse, query, range.ranges.comparison),
    readChart(clickhouse, query, { ...asked, interval: chooseInterval(view.interval, range) }),
    readPanels(clickhouse, query, view),
    visitorsNow(clickhouse, website.id, now),
    drops(clickhouse, website.id, range.ranges.range),
  ]);
  const isThere = found.totalVisitors > 0 || (await hasEvents(clickhouse, website.id)).hasEvents;
  return { main: found, now: visitors, chart, panels, drops: dropped, hasEvents: isThere };
}

async function readPanels(clickhouse: ClickHouse, query: StatsQuery, { tabs }: View): Promise<Figures['panels']> {
  const readRows = async (name: PanelName): Promise<PanelRows> => {
    const { reader } = shownLists[tabList(tabs[name])];
    try {
      return { rows: await reader.first(clickhouse, query, tabs[name] === 'map' ? MAP_ROWS : PANEL_ROWS) };
    } catch (error) {
      // A list over its limits must not affect the others.
      const unavailable = unavailableError(error);
      if (unavailable === undefined) throw error;
      return { failure: unavailable.message };
    }
  };
  const [sources, content, places, technology] = await Promise.all([
    readRows('sources'),
    readRows('content'),
    readRows('places'),
    readRows('technology'),
  ]);
  return { sources, content, places, technology };
}

/** Returns the list of a tab. */
export const tabList = (tab: Tab): ListPath => (tab === 'map' ? 'countries' : tab);

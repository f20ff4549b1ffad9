import type { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { unavailableError } from '../../http/unavailable.js';
import type { Services } from '../../http/v1/services.js';
import { withoutEventNames } from '../../stats/filters.js';
import type { StatsQuery } from '../../stats/query.js';
import { drops, type dropsShape } from '../../stats/reports/drops.js';
import { type EventProperty, eventProperties } from '../../stats/reports/event-properties.js';
import { type Main, toMain, visitsChange } from '../../stats/reports/main.js';
import { conversionRate, metricChart } from '../../stats/reports/metric-chart.js';
import { visitorsNow } from '../../stats/reports/visitors-now.js';
import { type ComparedTotals, totals } from '../../stats/totals.js';
import type { Range } from '../../time/index.js';
import { completeCount } from '../../websites/count.js';
import type { PageContext } from './page-context.js';
import { type ChartFigures, readChart } from './read-chart.js';
import { type ListPath, listFor } from './shown-lists.js';
import type { ShownRow } from './shown-row.js';
import { type PanelName, panelNames, type Tab, type View } from './view.js';
import { areOfEvents, soleValue, toFilter } from './view-filters.js';

/** The figures of `main`, and the visits, which the interface does not have. */
export interface MainFigures extends Main {
  readonly visits: number;
  /** Percent. */
  readonly visitsChange: number;
  /** Undefined unless the view is of custom events. */
  readonly conversions: Conversions | undefined;
}

/** The custom events of a view, and the share of all visitors who sent them, 0 to 1, with those of the comparison range. */
export interface Conversions {
  readonly events: number;
  readonly previousEvents: number;
  readonly rate: number;
  readonly previousRate: number;
}

/** The first rows of a panel, or the reason why they are missing. */
export type PanelRows = { readonly rows: readonly ShownRow[] } | { readonly failure: string };

/** All data of a page of figures. */
export interface Figures {
  readonly main: MainFigures;
  readonly now: number;
  readonly chart: ChartFigures;
  readonly panels: Readonly<Record<PanelName, PanelRows>>;
  /** The properties of the custom event that the view is filtered by. */
  readonly eventProperties: readonly EventProperty[];
  readonly drops: z.infer<typeof dropsShape>;
}

export interface AskedFigures
  extends Pick<PageContext, 'website' | 'view' | 'conditions' | 'range' | 'chartRange' | 'firstEvent'> {
  /** Epoch milliseconds. */
  readonly now: number;
}

const PANEL_ROWS = 10;

/** Each channel has a second line with its sources. */
const CHANNEL_ROWS = 6;

/** More than the number of countries. */
const MAP_ROWS = 1_000;

/** Returns the query of a view, as the interface would receive it. */
export const toStatsQuery = ({
  website,
  conditions,
  range,
}: Pick<AskedFigures, 'website' | 'conditions' | 'range'>): StatsQuery => ({
  websiteId: website.id,
  range: range.ranges.range,
  filter: toFilter(conditions),
  count: completeCount(website),
});

/** Reads all parts in parallel, so that the slowest one determines the time. */
export async function readFigures({ clickhouse }: Pick<Services, 'clickhouse'>, asked: AskedFigures): Promise<Figures> {
  const { website, view, range, now } = asked;
  const query = toStatsQuery(asked);
  const event = soleValue(view.filters, 'event');
  const counted = totals(clickhouse, query, range.ranges.comparison);
  const visitors = counted.then(({ now: { visitors: all } }) => all);
  const [found, conversions, chart, panels, properties, current, dropped] = await Promise.all([
    counted,
    areOfEvents(view.filters) ? readConversions(clickhouse, query, range.ranges.comparison, counted) : undefined,
    readChart(clickhouse, query, asked),
    readPanels(clickhouse, query, view, visitors),
    event === undefined ? [] : eventProperties(clickhouse, query, event),
    visitorsNow(clickhouse, website.id, now),
    drops(clickhouse, website.id, range.ranges.range),
  ]);
  return {
    main: {
      ...toMain(found),
      visits: found.now.sessions,
      visitsChange: visitsChange(found),
      conversions,
    },
    now: current,
    chart,
    panels,
    eventProperties: properties,
    drops: dropped,
  };
}

async function readConversions(
  clickhouse: ClickHouse,
  query: StatsQuery,
  comparison: Range,
  counted: Promise<ComparedTotals>,
): Promise<Conversions> {
  const everyone = { ...query, filter: withoutEventNames(query.filter) };
  const eventsIn = async (range: Range): Promise<number> => {
    const [events = 0] = await metricChart(clickhouse, { ...query, range }, 'events', [
      { start: range.start, label: '' },
    ]);
    return events;
  };
  const [converted, all, events, previousEvents] = await Promise.all([
    counted,
    totals(clickhouse, everyone, comparison),
    eventsIn(query.range),
    comparison.start < comparison.end ? eventsIn(comparison) : 0,
  ]);
  return {
    events,
    previousEvents,
    rate: conversionRate(converted.now.visitors, all.now.visitors),
    previousRate: conversionRate(converted.previous.visitors, all.previous.visitors),
  };
}

async function readPanels(
  clickhouse: ClickHouse,
  query: StatsQuery,
  view: View,
  visitors: Promise<number>,
): Promise<Figures['panels']> {
  const readRows = async (name: PanelName): Promise<PanelRows> => {
    const tab = view.tabs[name];
    const { reader } = listFor(tabList(tab), view);
    try {
      const limit = panelRows(tab);
      return { rows: (await reader.first(clickhouse, query, limit, visitors)).slice(0, limit) };
    } catch (error) {
      // A list over its limits must not affect the others.
      const unavailable = unavailableError(error);
      if (unavailable === undefined) throw error;
      return { failure: unavailable.message };
    }
  };
  const panels = await Promise.all(panelNames.map(async (name) => [name, await readRows(name)] as const));
  return Object.fromEntries(panels) as unknown as Figures['panels'];
}

function panelRows(tab: Tab): number {
  if (tab === 'map') return MAP_ROWS;
  return tab === 'channels' ? CHANNEL_ROWS : PANEL_ROWS;
}

/** Returns the list of a tab. */
export const tabList = (tab: Tab): ListPath => (tab === 'map' ? 'countries' : tab);

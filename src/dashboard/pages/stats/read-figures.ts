import type { Services } from '../../../http/services.js';
import { answerTogether } from '../../../stats/answer.js';
import { type Answer, type Row, type Scope, type StatsQuery, websiteScope } from '../../../stats/query.js';
import { type EventProperty, eventProperties } from '../../../stats/reports/event-properties.js';
import type { ListPath } from '../../../stats/reports/lists.js';
import { mainQuery } from '../../../stats/reports/main.js';
import { canCompare, metricsFor } from './chart-metrics.js';
import { comparedRange, comparedSegment } from './comparison-choice.js';
import { listReader } from './list-reader.js';
import { shownPanels } from './one-view.js';
import { type Failure, orFailure } from './or-failure.js';
import type { PageContext } from './page-context.js';
import { askChart, type ChartFigures } from './read-chart.js';
import { type Revenue, readRevenue } from './read-revenue.js';
import { listFor } from './shown-lists.js';
import type { ShownRow } from './shown-row.js';
import type { PanelName, Tab } from './view.js';
import { soleValue, toFilter } from './view-filters.js';

/** The first rows of a panel, or an error message. */
export type PanelRows = { readonly rows: readonly ShownRow[] } | Failure;

export interface Figures {
  /** Facts of the view's metrics, and those of the comparison range. */
  readonly totals: Row;
  readonly chart: ChartFigures;
  /** Of the view's goal. */
  readonly revenue: readonly Revenue[] | Failure;
  readonly panels: Readonly<Partial<Record<PanelName, PanelRows>>>;
  /** Properties of the custom event that the view is filtered by. */
  readonly eventProperties: readonly EventProperty[] | Failure;
}

export interface AskedFigures
  extends Pick<
    PageContext,
    | 'website'
    | 'place'
    | 'view'
    | 'conditions'
    | 'segment'
    | 'goal'
    | 'range'
    | 'chartRange'
    | 'comparison'
    | 'firstEvent'
  > {
  readonly now: number;
}

const PANEL_ROWS = 10;

/** Fewer, because each channel has a second line with its sources. */
const CHANNEL_ROWS = 6;

/** More than the number of countries. */
const MAP_ROWS = 1_000;

/** The query scope of a view, as in an API request. */
export const toScope = ({
  website,
  conditions,
  segment,
  range,
}: Pick<AskedFigures, 'website' | 'conditions' | 'segment' | 'range'>): Scope =>
  websiteScope(website, range.ranges.range, toFilter({ conditions, segment }));

/** Totals, chart and panels, by default all that are shown, in as few statements as possible. */
export async function readFigures(
  { clickhouse }: Pick<Services, 'clickhouse'>,
  asked: AskedFigures,
  panelNames = shownPanels(asked.place),
): Promise<Figures> {
  const { view, goal, comparison } = asked;
  const scope = toScope(asked);
  // Another segment has queries of its own.
  const other = comparison?.segment && toScope({ ...asked, segment: comparedSegment(comparison) });
  const compared = comparedRange(comparison);
  const askTotals = (each: Scope): StatsQuery => ({
    ...mainQuery(each, compared),
    metrics: ['visitors', ...metricsFor(asked)],
    goal: goal?.filter,
  });
  const panels = panelNames.map((name) => {
    const tab = view.tabs[name];
    return { name, limit: panelRows(tab), reader: listReader(listFor(tabList(tab), asked)) };
  });
  const chartAsked = askChart(
    scope,
    canCompare(asked, view.metric) ? asked : { ...asked, comparison: undefined },
    other,
  );
  const queries = [
    ...[scope, ...(other === undefined ? [] : [other])].map(askTotals),
    ...chartAsked.queries,
    ...panels.map(({ reader, limit }) => reader.query(scope, limit)),
  ];
  const [totals, ...others] = answerTogether(clickhouse, queries) as [Promise<Answer>, ...Promise<Answer>[]];
  const otherTotals = other && others.shift();
  const chart = others.slice(0, chartAsked.queries.length);
  const lists = others.slice(chart.length);
  const event = soleValue(view.filters, 'event');
  const readPanel = async (place: number) => {
    const { name, limit, reader } = panels[place]!;
    // A list over its limits must not affect totals and chart. Lists of whole days share a statement, and its limits.
    const answer = await orFailure(lists[place]!);
    if ('failure' in answer) return [name, answer] as const;
    const { total } = await totals;
    return [name, { rows: reader.rows(answer, total.now).slice(0, limit) }] as const;
  };
  const readOwnRevenue = (each: Scope) =>
    // A shared link was not made for it.
    goal === undefined || !asked.place.own
      ? []
      : orFailure(readRevenue(clickhouse, each, { goal: goal.filter, comparison: compared }));
  const [{ total }, before, charts, found, properties, revenue, otherRevenue] = await Promise.all([
    totals,
    otherTotals,
    Promise.all(chart),
    Promise.all(panels.map((_, place) => readPanel(place))),
    event === undefined ? [] : orFailure(eventProperties(clickhouse, scope, event)),
    readOwnRevenue(scope),
    other === undefined ? undefined : readOwnRevenue(other),
  ]);
  return {
    totals: before === undefined ? total : { ...total, before: before.total.now },
    chart: chartAsked.toChart(charts),
    revenue: otherRevenue === undefined ? revenue : withBefore(revenue, otherRevenue),
    panels: Object.fromEntries(found),
    eventProperties: properties,
  };
}

/** Revenue beside that of another segment. */
function withBefore(revenue: Figures['revenue'], other: Figures['revenue']): Figures['revenue'] {
  if ('failure' in revenue) return revenue;
  if ('failure' in other) return other;
  return revenue.map((each) => ({
    ...each,
    before: other.find(({ currency }) => currency === each.currency)?.now ?? 0,
  }));
}

function panelRows(tab: Tab): number {
  if (tab === 'map') return MAP_ROWS;
  return tab === 'channels' ? CHANNEL_ROWS : PANEL_ROWS;
}

/** The map shows the list of countries. */
export const tabList = (tab: Tab): ListPath => (tab === 'map' ? 'countries' : tab);

import { type Text, t } from '../../../lib/language/translate.js';
import type { ListPath } from '../../../stats/reports/lists.js';
import { type Interval, intervals } from '../../ui/dates.js';
import { type ChartMetric, chartMetrics, defaultMetric } from './chart-metrics.js';
import {
  type ChooseAmong,
  type ComparisonChoice,
  comparisonParameters,
  DEFAULT_COMPARISON,
  readComparison,
} from './comparison-choice.js';
import { type RangeChoice, rangeNames, readDays } from './range-choice.js';
import { filterKey, type ViewFilter } from './view-filter.js';
import { readFilters } from './view-filters.js';

/** All choices of a viewer. The address contains them, so that a link shows the same view. */
export interface View {
  readonly range: RangeChoice;
  readonly comparison: ComparisonChoice;
  /** Undefined for the interval that suits the range. */
  readonly interval: Interval | undefined;
  readonly metric: ChartMetric;
  /** A second line of the chart, in the place of the comparison. */
  readonly secondMetric: ChartMetric | undefined;
  /** Id of the goal that conversions are counted of. It does not filter. */
  readonly goal: string | undefined;
  /** Id of a saved filter that applies besides the filters. */
  readonly segment: string | undefined;
  readonly filters: readonly ViewFilter[];
  /** Selected tab by panel. */
  readonly tabs: Tabs;
}

/** What the address of a page selects besides the view; a name may be there several times. */
export type OwnParameters = readonly (readonly [name: string, value: string])[];

/** By the panel's parameter. */
export const panels = {
  sources: {
    title: 'Sources',
    openTabs: 3,
    tabs: [
      'referrers',
      'channels',
      'campaigns',
      'utm-sources',
      'utm-mediums',
      'utm-campaigns',
      'utm-contents',
      'utm-terms',
    ],
  },
  content: {
    title: 'Pages',
    openTabs: 4,
    tabs: ['pages', 'entry-pages', 'exit-pages', 'exit-links', 'hostnames'],
  },
  places: { title: 'Locations', openTabs: 5, tabs: ['countries', 'map', 'regions', 'cities', 'languages'] },
  technology: {
    title: 'Technology',
    openTabs: 3,
    tabs: ['browsers', 'os', 'devices', 'screens', 'browser-versions', 'os-versions'],
  },
  events: { title: 'Custom events', openTabs: 1, tabs: ['custom-events'] },
} as const satisfies Record<string, PanelTabs>;

export interface PanelTabs {
  readonly title: Text;
  /** How many tabs are in sight. The others are in a menu. */
  readonly openTabs: number;
  /** The first one is the default. */
  readonly tabs: readonly [Tab, ...Tab[]];
}

/** The map shows the list of countries. */
export type Tab = ListPath | 'map';

export type PanelName = keyof typeof panels;
export type Tabs = Readonly<Record<PanelName, Tab>>;

export const panelNames = Object.keys(panels) as readonly PanelName[];

const chooseTabs = (choose: (name: PanelName) => Tab | undefined): Tabs =>
  Object.fromEntries(panelNames.map((name) => [name, choose(name) ?? panels[name].tabs[0]])) as Record<PanelName, Tab>;

const DEFAULT_RANGE = { name: '30d' } as const satisfies RangeChoice;

export const defaultView: View = {
  range: DEFAULT_RANGE,
  comparison: DEFAULT_COMPARISON,
  interval: undefined,
  metric: 'visitors',
  secondMetric: undefined,
  goal: undefined,
  segment: undefined,
  filters: [],
  tabs: chooseTabs(() => undefined),
};

/** With a goal, or without one; the chart starts with its main metric. */
export const withGoal = (view: View, goal: string | undefined): View => ({
  ...view,
  goal,
  metric: defaultMetric({ goal }),
  secondMetric: undefined,
});

/** The same view with the chart of a metric. */
export const withMetric = (view: View, metric: ChartMetric): View => ({
  ...view,
  metric,
  secondMetric: view.secondMetric === metric ? undefined : view.secondMetric,
});

export const isFiltered = ({ segment, filters }: View): boolean => segment !== undefined || filters.length > 0;

export const withoutFilters = (view: View): View => ({ ...view, segment: undefined, filters: [] });

/** `notices` are about parameters that were not understood. */
export interface ReadView {
  readonly view: View;
  readonly notices: readonly string[];
}

/** About an unknown value of a parameter. */
const unknownTexts: Readonly<Record<string, Text>> = {
  range: 'Unknown date range “{text}”; showing the last 30 days.',
  compare: 'Unknown comparison “{text}”; comparing with the previous period.',
  matchWeekday: 'Unknown choice of weekdays “{text}”.',
  interval: 'Unknown interval “{text}”.',
  metric: 'Unknown metric “{text}”.',
  metric2: 'Unknown second metric “{text}”.',
};

/** The other parameters select tabs. */
const UNKNOWN_TAB: Text = 'Unknown tab “{text}”.';

/** Invalid parameters are ignored, and reported. */
export function readView(parameters: URLSearchParams): ReadView {
  const notices: string[] = [];
  const chooseAmong: ChooseAmong = (name, values) => {
    const text = parameters.get(name);
    const value = values.find((each) => each === text);
    if (text && value === undefined) notices.push(t(unknownTexts[name] ?? UNKNOWN_TAB, { text: shown(text) }));
    return value;
  };
  const tabs = chooseTabs((name) => chooseAmong<Tab>(name, panels[name].tabs));
  const goal = parameters.get('goal') || undefined;
  const view: View = {
    range: readRange(parameters, chooseAmong, notices),
    comparison: readComparison(parameters, chooseAmong, notices),
    interval: chooseAmong('interval', intervals),
    metric: chooseAmong('metric', chartMetrics) ?? defaultMetric({ goal }),
    secondMetric: chooseAmong('metric2', chartMetrics),
    goal,
    segment: parameters.get('segment') || undefined,
    filters: readFilters(parameters, notices),
    tabs,
  };
  return { view, notices };
}

function readRange(parameters: URLSearchParams, chooseAmong: ChooseAmong, notices: string[]): RangeChoice {
  const [from, to] = [parameters.get('from'), parameters.get('to')];
  const name = chooseAmong('range', rangeNames);
  if (name !== undefined) return { name };
  if (!from && !to) return DEFAULT_RANGE;
  const days = readDays(from, to);
  if (days !== undefined) return days;
  notices.push(t('The dates in the link are not valid. Showing the last 30 days.'));
  return DEFAULT_RANGE;
}

/** Without default values. */
export function viewParameters(view: View): URLSearchParams {
  const parameters = new URLSearchParams();
  if ('from' in view.range) {
    parameters.set('from', view.range.from);
    parameters.set('to', view.range.to);
  } else if (view.range.name !== DEFAULT_RANGE.name) parameters.set('range', view.range.name);
  for (const [name, value] of comparisonParameters(view.comparison)) parameters.set(name, value);
  if (view.interval !== undefined) parameters.set('interval', view.interval);
  if (view.metric !== defaultMetric(view)) parameters.set('metric', view.metric);
  if (view.secondMetric !== undefined) parameters.set('metric2', view.secondMetric);
  if (view.goal !== undefined) parameters.set('goal', view.goal);
  if (view.segment !== undefined) parameters.set('segment', view.segment);
  for (const filter of view.filters) {
    for (const value of filter.values) parameters.append(filterKey(filter), value);
  }
  for (const name of panelNames) if (view.tabs[name] !== panels[name].tabs[0]) parameters.set(name, view.tabs[name]);
  return parameters;
}

/** As in `?range=7d`; empty for the default view. */
export function viewQuery(view: View): string {
  const query = viewParameters(view).toString();
  return query && `?${query}`;
}

const MAX_SHOWN_LENGTH = 40;

const shown = (text: string): string => (text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text);

import { MAX_FILTER_LENGTH } from '../../http/v1/stats-parameters.js';
import { type FilterName, filterNames } from '../../stats/dimensions.js';
import type { Filters } from '../../stats/query.js';
import { filterLabels } from './filter-names.js';
import { isDate, type RangeChoice, rangeNames } from './range-choice.js';

/** All choices of a viewer. The address contains them, so that a link shows the same. */
export interface View {
  readonly range: RangeChoice;
  /** Undefined for the interval that suits the range. */
  readonly interval: Interval | undefined;
  readonly metric: ChartMetric;
  readonly filters: Filters;
  /** The chosen tab of each panel. */
  readonly tabs: Tabs;
}

const intervals = ['hour', 'day'] as const;
const chartMetrics = ['visitors', 'pageviews'] as const;

/** The tabs of each panel by the name of its parameter; the first is the default. */
export const panelTabs = {
  sources: ['referrers', 'channels', 'campaigns'],
  content: ['pages', 'entry-pages', 'exit-links'],
  places: ['map', 'countries', 'cities', 'languages'],
  technology: ['browsers', 'os', 'devices'],
} as const;

export type Interval = (typeof intervals)[number];
export type ChartMetric = (typeof chartMetrics)[number];
export type PanelName = keyof typeof panelTabs;
export type Tabs = { readonly [Name in PanelName]: (typeof panelTabs)[Name][number] };
export type Tab = Tabs[PanelName];

export const panelNames = Object.keys(panelTabs) as readonly PanelName[];

const DEFAULT_RANGE = { name: '30d' } as const satisfies RangeChoice;

export const defaultView: View = {
  range: DEFAULT_RANGE,
  interval: undefined,
  metric: 'visitors',
  filters: {},
  tabs: { sources: 'referrers', content: 'pages', places: 'map', technology: 'browsers' },
};

/** A view, and messages about parts of the address that were not understood. */
export interface ReadView {
  readonly view: View;
  readonly notices: readonly string[];
}

/** The names of parameters in messages; the others choose tabs. */
const parameterNames: Readonly<Record<string, string>> = {
  range: 'date range',
  interval: 'interval',
  metric: 'metric',
};

/** Reads the parameters of an address. Invalid parameters are ignored, and reported. */
export function readView(parameters: URLSearchParams): ReadView {
  const notices: string[] = [];
  const chooseAmong = <Value extends string>(name: string, values: readonly Value[]): Value | undefined => {
    const text = parameters.get(name);
    const value = values.find((each) => each === text);
    if (text && value === undefined)
      notices.push(
        `Unknown ${parameterNames[name] ?? 'tab'} “${shown(text)}”${name === 'range' ? '; showing the last 30 days' : ''}.`,
      );
    return value;
  };
  const tabs = Object.fromEntries(
    panelNames.map((name) => [name, chooseAmong<Tab>(name, panelTabs[name]) ?? panelTabs[name][0]]),
  ) as unknown as Tabs;
  const view: View = {
    range: readRange(parameters, chooseAmong, notices),
    interval: chooseAmong('interval', intervals),
    metric: chooseAmong('metric', chartMetrics) ?? 'visitors',
    filters: readFilters(parameters, notices),
    tabs,
  };
  return { view, notices };
}

function readRange(
  parameters: URLSearchParams,
  chooseAmong: <Value extends string>(name: string, values: readonly Value[]) => Value | undefined,
  notices: string[],
): RangeChoice {
  const [from, to] = [parameters.get('from'), parameters.get('to')];
  const name = chooseAmong('range', rangeNames);
  if (name !== undefined) return { name };
  if (!from && !to) return DEFAULT_RANGE;
  if (from && to && isDate(from) && isDate(to)) return from <= to ? { from, to } : { from: to, to: from };
  notices.push('The dates in the link are not valid. Showing the last 30 days.');
  return DEFAULT_RANGE;
}

function readFilters(parameters: URLSearchParams, notices: string[]): Filters {
  const chosen = filterNames.flatMap((name): [FilterName, string][] => {
    const [value, ...more] = parameters.getAll(name).filter((each) => each !== '');
    if (more.length > 0) notices.push(`${filterLabels[name]} is filtered more than once; using the first value.`);
    if (value === undefined) return [];
    if (value.length <= MAX_FILTER_LENGTH) return [[name, value.toWellFormed()]];
    notices.push(`The value to filter by is too long: ${filterLabels[name]}.`);
    return [];
  });
  return Object.fromEntries(chosen);
}

/** Returns the parameters of a view, without default values. */
export function viewParameters(view: View): URLSearchParams {
  const parameters = new URLSearchParams();
  if ('from' in view.range) {
    parameters.set('from', view.range.from);
    parameters.set('to', view.range.to);
  } else if (view.range.name !== DEFAULT_RANGE.name) parameters.set('range', view.range.name);
  if (view.interval !== undefined) parameters.set('interval', view.interval);
  if (view.metric !== 'visitors') parameters.set('metric', view.metric);
  for (const name of filterNames) if (view.filters[name]) parameters.set(name, view.filters[name]);
  for (const name of panelNames) if (view.tabs[name] !== panelTabs[name][0]) parameters.set(name, view.tabs[name]);
  return parameters;
}

const MAX_SHOWN_LENGTH = 40;

const shown = (text: string): string => (text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text);

import { t } from '../../../lib/language/translate.js';
import type { PropertyName } from '../../../stats/dimensions.js';
import type { SavedFilter } from '../../../stats/filters.js';
import type { Website } from '../../../websites/website.js';
import type { Place } from '../../access/place.js';
import { viewAddress } from './base-path.js';
import { isDefaultComparison, type ShownComparison } from './comparison-choice.js';
import { filterTexts } from './filter-names.js';
import type { ShownRange } from './range-choice.js';
import type { OwnParameters, View } from './view.js';
import type { ViewFilter } from './view-filter.js';
import type { Selection } from './view-filters.js';

/** Shared by all parts of a page of figures. */
export interface PageContext extends Selection {
  readonly website: Website;
  readonly place: Place;
  readonly view: View;
  /** The website's goals, oldest first. */
  readonly goals: readonly SavedFilter[];
  /** The view's goal, with stored values. */
  readonly goal: SavedFilter | undefined;
  /** The website's segments, oldest first; none for visitors of a shared link. */
  readonly segments: readonly SavedFilter[];
  /** Of the custom events that the view is filtered by; empty without such a filter. */
  readonly properties: readonly PropertyName[];
  readonly range: ShownRange;
  /** The range of the page, starting no earlier than the website's first event. */
  readonly chartRange: ShownRange;
  /** Undefined if the view is compared with nothing. */
  readonly comparison: ShownComparison | undefined;
  /** Epoch milliseconds; undefined without events. */
  readonly firstEvent: number | undefined;
  /** In the website's zone, `YYYY-MM-DD`. */
  readonly today: string;
  /** Undefined when the filter menu adds a new filter. */
  readonly edited?: ViewFilter | undefined;
  /** About parameters of the address that were not understood. */
  readonly notices: readonly string[];
}

/** For the tools above the figures or a list. */
export interface ToolProps {
  readonly shown: PageContext;
  readonly list?: string | undefined;
  readonly search?: string | undefined;
  readonly own?: OwnParameters | undefined;
}

/** The address of the page with another view. */
export const toolAddress = ({ shown: { place }, list, search, own }: ToolProps, view: View): string =>
  viewAddress(place, view, { list, search, own });

/** Ends today or later. */
export const isRunning = ({ range, today }: PageContext): boolean => range.days.to >= today;

/** The range may still change, or the first event is awaited. */
export const isLive = (shown: PageContext): boolean => isRunning(shown) || shown.firstEvent === undefined;

/** The reason for showing no change; undefined if the comparison range is complete. */
export function whyNotCompared({ range, comparison, firstEvent, today }: PageContext): string | undefined {
  if (comparison === undefined) return t('comparison is off');
  const { name, range: compared, isOver, segment } = comparison;
  if (range.days.from > today) return t('this period has not begun');
  if (segment !== undefined) return undefined;
  if (!isOver) return t('{period} has not ended', { period: name });
  if (firstEvent === undefined || firstEvent >= compared.end) return t('no earlier data');
  if (firstEvent > compared.start) return t('{period} is incomplete', { period: name });
  // Compared with later dates.
  return firstEvent > range.ranges.range.start ? t('this period is incomplete') : undefined;
}

/** The reason for showing no change of rows: those of a segment are not read. */
export const whyRowsNotCompared = (shown: PageContext): string | undefined =>
  shown.comparison?.segment === undefined
    ? whyNotCompared(shown)
    : t('segments are compared as a whole, without their rows');

/** As in `the previous period, up to the same time`. */
export function comparedWith(shown: PageContext, isPerDay = false): string {
  const { comparison, range } = shown;
  if (comparison === undefined) return t('nothing');
  const { name, range: compared, ofChart, segment } = comparison;
  if (segment !== undefined) return name;
  if (isPerDay) return t('{period}, per day', { period: name });
  if (compared.end < ofChart.range.end) return t('{period}, up to the same time', { period: name });
  return isRunning(shown) && !range.areHours ? t('{period}, with today so far', { period: name }) : name;
}

export const hasEarlierEvents = ({ range: { ranges }, firstEvent }: PageContext): boolean =>
  firstEvent !== undefined && firstEvent < ranges.range.start;

/** As in `Last 30 days, Goal: signup, Segment: DACH, Country is Germany`. */
export const withFilters = ({ range, comparison, goal, segment, view }: PageContext): string =>
  [
    range.label,
    ...(isDefaultComparison(view.comparison)
      ? []
      : [comparison ? t('compared with {period}', { period: comparison.name }) : t('not compared')]),
    ...(goal === undefined ? [] : [t('Goal: {name}', { name: goal.name })]),
    ...(segment === undefined
      ? []
      : [view.segment === undefined ? segment.name : t('Segment: {name}', { name: segment.name })]),
    ...filterTexts(view.filters, segment !== undefined),
  ].join(', ');

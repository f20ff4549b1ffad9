import { type ClickHouse, withDeadline } from '../../../clickhouse/clickhouse.js';
import { readSavedFilters } from '../../../definitions/saved-filters.js';
import type { PropertyName } from '../../../stats/dimensions.js';
import { propertyNames } from '../../../stats/reports/property-names.js';
import { explainPattern } from '../../../stats/rows/patterns.js';
import { completeCount } from '../../../websites/count.js';
import type { FiguresVisit } from '../../page-route.js';
import { viewAddress } from './base-path.js';
import { readOneView } from './one-view.js';
import { orFailure } from './or-failure.js';
import type { PageContext } from './page-context.js';
import { readShown, shownBy } from './parse-view.js';
import { toScope } from './read-figures.js';
import type { OwnParameters, View } from './view.js';
import { isProperty } from './view-filter.js';
import { isOfEvents } from './view-filters.js';

/** No list has as many pages; a much larger number could not be queried. */
const MAX_PART = 1_000_000;

export interface Address {
  readonly shown: PageContext;
  /** The address of the same view in its own spelling, if this is another one. */
  readonly redirect: string | undefined;
  /** That view, with the filter that is typed into the form. */
  readonly redirectView: View | undefined;
  readonly search: string;
  readonly part: number;
}

/** Only the form for filters has them, which works without: a page does not wait longer. */
const PROPERTIES_MS = 2_000;

async function readProperties(clickhouse: ClickHouse, shown: PageContext): Promise<readonly PropertyName[]> {
  const found = await orFailure(listProperties(withDeadline(clickhouse, PROPERTIES_MS), shown));
  return 'failure' in found ? [] : found;
}

/** The properties of the view's events, the most frequent first. No filter has a property without a name. */
export async function listProperties(clickhouse: ClickHouse, shown: PageContext): Promise<readonly PropertyName[]> {
  const names = await propertyNames(clickhouse, toScope(shown)).catch(explainPattern);
  return names.map((name) => `property:${name}`).filter(isProperty);
}

/** Reads what the address selects. `list` is the path of the page below that of the figures, `own` what it keeps. */
export async function readAddress(visit: FiguresVisit, list?: string, own?: OwnParameters): Promise<Address> {
  const { website, place, clickhouse, deps, parameters } = visit;
  const [firstEvent, saved] = await Promise.all([
    deps.firstEvents.find(clickhouse, { websiteId: website.id, count: completeCount(website) }),
    readSaved(visit),
  ]);
  const address = shownBy(parameters, { ...saved, firstEvent });
  const { shown, redirect } = await readShown({ clickhouse }, parameters, address).catch(explainPattern);
  const properties = place.own && isOfEvents(shown) ? await readProperties(clickhouse, shown) : [];
  const search = readSearch(parameters);
  return {
    shown: { ...shown, properties },
    redirectView: redirect?.view,
    redirect: redirect && viewAddress(place, redirect.view, { list, search, own, changed: redirect.changed }),
    search,
    part: Math.min(Math.trunc(Number(parameters.get('part'))) || 1, MAX_PART),
  };
}

/** The text that the rows of a whole list contain; empty for all rows. */
export const readSearch = (parameters: URLSearchParams): string => (parameters.get('search') ?? '').trim();

/** Without ClickHouse: filters are as typed, and the first event is unknown. */
export const readAddressAsTyped = async (visit: FiguresVisit): Promise<PageContext> =>
  shownBy(visit.parameters, await readSaved(visit));

async function readSaved({ website, place, deps }: FiguresVisit) {
  const subject = { website, place, now: deps.now() };
  if (place.oneView) return { ...subject, ...readOneView(place.oneView) };
  const { goals, segments } = await readSavedFilters(deps.db, website.id);
  return { ...subject, goals, ...(place.own && { segments }) };
}

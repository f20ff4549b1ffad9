import type { Sql } from '../../../clickhouse/sql.js';
import { AppError } from '../../../lib/errors.js';
import { t } from '../../../lib/language/translate.js';
import { hasAggregates } from '../../../stats/filters.js';
import { chosenEvents } from '../../../stats/sources/events.js';
import { FormRefusal, type Visit } from '../../page-route.js';
import { toSentence } from '../../ui/sentence.js';
import { DELETE_EVENTS, viewAddress } from '../stats/base-path.js';
import { filterText } from '../stats/filter-names.js';
import type { PageContext } from '../stats/page-context.js';
import { type Address, readAddress } from '../stats/read-address.js';
import { toScope } from '../stats/read-figures.js';

/** Selected by the address of a request. */
export interface EventChoice extends Address {
  /** As a condition on `events`. */
  readonly condition: Sql;
}

export async function readChosen(visit: Visit<'website'>): Promise<EventChoice> {
  const address = await readAddress(visit, DELETE_EVENTS);
  const shown = withoutSegment(ofEvents(address.shown));
  return { ...address, shown, condition: chosenEvents(toScope(shown)) };
}

/**
 * An exit page, for one, belongs to a whole session: no column of its events has it. Of alternatives the others stay, which
 * select less.
 */
function ofEvents(shown: PageContext): PageContext {
  const { view, conditions } = shown;
  const leftOut = view.filters.filter(hasAggregates);
  const notices = leftOut.map((filter) =>
    t('The filter “{filter}” was left out: it selects sessions, not events.', { filter: filterText(filter) }),
  );
  return {
    ...shown,
    view: { ...view, filters: view.filters.filter((filter) => !hasAggregates(filter)) },
    conditions: conditions.filter((condition) => !hasAggregates(condition)),
    notices: [...shown.notices, ...notices],
  };
}

/** What is deleted must be said by the page itself: a segment can be changed meanwhile. */
function withoutSegment(address: PageContext): PageContext {
  const shown = { ...address, segments: [] };
  if (shown.segment === undefined) return shown;
  const notice = t('Events are deleted by filters. The segment “{segment}” was left out.', {
    segment: shown.segment.name,
  });
  return {
    ...shown,
    segment: undefined,
    view: { ...shown.view, segment: undefined },
    notices: [...shown.notices, notice],
  };
}

/**
 * Returns to the page after a change. `make` returns the parameter that names the success message. Throws FormRefusal
 * when there is nothing to change.
 */
export async function change(
  visit: Visit<'website'>,
  make: (chosen: EventChoice) => Promise<string>,
): Promise<Response> {
  const chosen = await readChosen(visit);
  const { place, view } = chosen.shown;
  try {
    const done = await make(chosen);
    const address = viewAddress(place, view, { list: DELETE_EVENTS });
    return visit.context.redirect(`${address}${address.includes('?') ? '&' : '?'}${done}`, 303);
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.kind !== 'not_found') throw thrown;
    throw new FormRefusal({ '': toSentence(thrown.message) }, 404);
  }
}

import type { Sql } from '../../../clickhouse/sql.js';
import { AppError } from '../../../lib/errors.js';
import { chosenEvents } from '../../../stats/sources/events.js';
import { FormRefusal, type Visit } from '../../page-route.js';
import { DELETE_EVENTS, viewAddress, websitePlace } from '../stats/base-path.js';
import { readPageContext } from '../stats/handlers.js';
import type { PageContext } from '../stats/page-context.js';
import { type Redirect, readShown } from '../stats/parse-view.js';
import { toScope } from '../stats/read-figures.js';

/** Selected by the address of a request. */
export interface EventChoice {
  readonly shown: PageContext;
  readonly redirect: Redirect | undefined;
  /** As a condition on `events`. */
  readonly condition: Sql;
}

export async function readChosen({ website, context, deps }: Visit<'website'>): Promise<EventChoice> {
  const parameters = new URL(context.req.url).searchParams;
  const address = await readPageContext(parameters, website, websitePlace(website), deps);
  const { shown, redirect } = await readShown(deps.services, parameters, address);
  return { shown, redirect, condition: chosenEvents(toScope(shown)) };
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
    throw new FormRefusal({ '': `${thrown.message}.` }, 404);
  }
}

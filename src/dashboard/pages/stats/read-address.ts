import { readGoals } from '../../../definitions/goals.js';
import { completeCount } from '../../../websites/count.js';
import type { Visit } from '../../page-route.js';
import { viewAddress } from './base-path.js';
import type { PageContext } from './page-context.js';
import { readShown, shownBy } from './parse-view.js';
import type { OwnParameters } from './view.js';

/** No list has as many pages; a much larger number could not be queried. */
const MAX_PART = 1_000_000;

export interface Address {
  readonly shown: PageContext;
  /** The address of the same view in its own spelling, if this is another one. */
  readonly redirect: string | undefined;
  readonly search: string;
  readonly part: number;
}

/** Reads what the address selects. `list` is the path of the page below that of the figures, `own` what it keeps. */
export async function readAddress(
  { context, website, place, clickhouse, deps }: Visit<'figures'> | Visit<'website'>,
  list?: string,
  own?: OwnParameters,
): Promise<Address> {
  const parameters = new URL(context.req.url).searchParams;
  const [firstEvent, goals] = await Promise.all([
    deps.firstEvents.find(clickhouse, { websiteId: website.id, count: completeCount(website) }),
    readGoals(deps.db, website.id),
  ]);
  const subject = { website, place, now: deps.now(), firstEvent, goals };
  const { shown, redirect } = await readShown({ clickhouse }, parameters, shownBy(parameters, subject));
  const search = (parameters.get('search') ?? '').trim();
  return {
    shown,
    redirect: redirect && viewAddress(place, redirect.view, { list, search, own, changed: redirect.changed }),
    search,
    part: Math.min(Math.trunc(Number(parameters.get('part'))) || 1, MAX_PART),
  };
}

import { addDays } from 'date-fns';
import { listDefinitions } from '../../../definitions/definitions.js';
import { findKind } from '../../../definitions/kinds.js';
import { valid } from '../../../lib/validation.js';
import { createSharedLink, newSharedLink, revokeSharedLink } from '../../../websites/shared-links.js';
import { FormRefusal, type Visit, websiteForm } from '../../page-route.js';
import { readLock } from '../stats/lock.js';
import type { PageContext } from '../stats/page-context.js';
import { readAddress } from '../stats/read-address.js';
import { readStoredFilters } from '../stats/stored-filters.js';
import { panelNames, type View, viewParameters } from '../stats/view.js';
import { isProperty } from '../stats/view-filter.js';

/** Days after which a link expires; the empty one never does. */
export const EXPIRIES = ['', '7', '30', '90'] as const;

export const createLink = websiteForm({
  path: '/add',
  anchor: 'new-link',
  prefix: 'link',
  read: (sent) => ({
    ...sent.texts('name', 'password', 'expires', 'readers'),
    ...sent.flags('keepsDates', ...panelNames),
  }),
  submit: async (values, visit) => {
    const { deps, website } = visit;
    const { name, password, expires, readers, keepsDates } = values;
    const fields = valid(newSharedLink, { name, password: password || undefined });
    const days = EXPIRIES.find((each) => each === expires);
    if (days === undefined) throw new FormRefusal({ expires: 'Choose one of the times.' });
    if (readers !== 'all' && readers !== 'view') throw new FormRefusal({ readers: 'Choose what readers see.' });
    const { shown } = await readAddress(visit);
    const now = deps.now();
    const isOneView = readers === 'view';
    const panels = panelNames.filter((panel) => values[panel]);
    const lock = isOneView ? { ...(await readKept(visit, shown)), keepsDates, panels } : null;
    await createSharedLink(
      deps.db,
      website.id,
      {
        ...fields,
        expiresAt: days === '' ? null : addDays(now, Number(days)),
        view: viewParameters(sharedView(shown.view, isOneView)).toString(),
        lock,
      },
      now,
    );
    return 'done';
  },
  done: { key: 'link', text: 'Link created.', at: 'links' },
  secrets: ['password'],
});

/** What a link keeps, so that later changes of segments and goals do not change what it shows. */
async function readKept(visit: Visit<'website'>, shown: PageContext) {
  const filters = await readStoredFilters(visit, shown);
  const text = JSON.stringify(filters).toLowerCase();
  const all = await listDefinitions(visit.deps.db, findKind('goal'), visit.website.id);
  const goals = all
    .filter(({ id }) => id === shown.view.goal || text.includes(id))
    .map(({ id, name = '', match }) => ({ id, name, match }));
  // Refuses what could not be opened.
  readLock({ filters, goals });
  return { filters, goals };
}

/** What the address of the link has: the filters of one view are kept beside it, and readers have no segments. */
const sharedView = (view: View, isOneView: boolean): View => ({
  ...view,
  segment: undefined,
  filters: isOneView ? [] : view.filters.filter(({ dimension }) => !isProperty(dimension)),
});

export const revokeLink = websiteForm({
  path: '/revoke',
  read: (sent) => sent.text('token'),
  submit: async (token, { website, deps }) => {
    // An already revoked link is no error.
    await revokeSharedLink(deps.db, website.id, token);
    return 'done';
  },
  done: { key: 'revoked', text: 'Link revoked. It no longer works.', at: 'links' },
});

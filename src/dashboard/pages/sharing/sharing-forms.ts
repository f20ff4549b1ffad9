import { addDays } from 'date-fns';
import { valid } from '../../../lib/validation.js';
import { createSharedLink, newSharedLink, revokeSharedLink } from '../../../websites/shared-links.js';
import { FormRefusal, websiteForm } from '../../page-route.js';
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
    const { shown } = await readAddress(visit);
    const now = deps.now();
    const isOneView = readers === 'view';
    const panels = panelNames.filter((panel) => values[panel]);
    await createSharedLink(
      deps.db,
      website.id,
      {
        ...fields,
        expiresAt: days === '' ? null : addDays(now, Number(days)),
        view: viewParameters(sharedView(shown.view, isOneView)).toString(),
        lock: isOneView ? { filters: await readStoredFilters(visit, shown), keepsDates, panels } : null,
      },
      now,
    );
    return 'done';
  },
  done: { key: 'link', text: 'Link created.', at: 'links' },
  secrets: ['password'],
});

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

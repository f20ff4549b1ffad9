import { addDays } from 'date-fns';
import { listDefinitions } from '../../../definitions/definitions.js';
import { findKind } from '../../../definitions/kinds.js';
import { t } from '../../../lib/language/translate.js';
import { valid } from '../../../lib/validation.js';
import { createSharedLink, newSharedLink, revokeSharedLink } from '../../../websites/shared-links.js';
import { FormRefusal, type Visit, websiteForm } from '../../page-route.js';
import { toSentence } from '../../ui/sentence.js';
import { SHARING } from '../stats/base-path.js';
import { DEFAULT_COMPARISON } from '../stats/comparison-choice.js';
import { readOneView } from '../stats/one-view.js';
import { orFailure } from '../stats/or-failure.js';
import { readAddress, readAddressAsTyped } from '../stats/read-address.js';
import { readStoredFilters } from '../stats/stored-filters.js';
import { toView } from '../stats/to-view.js';
import { panelNames, type View, viewParameters } from '../stats/view.js';
import { isProperty } from '../stats/view-filter.js';
import { leaveOut } from '../stats/view-filters.js';

/** Days after which a link expires; the empty one never does. */
export const EXPIRIES = ['', '7', '30', '90'] as const;

const PAGE = { list: SHARING, anchor: 'links' };

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
    if (days === undefined) throw new FormRefusal({ expires: t('Choose one of the times.') });
    if (readers !== 'all' && readers !== 'view') throw new FormRefusal({ readers: t('Choose what readers see.') });
    const shown = await readAddressAsTyped(visit);
    const now = deps.now();
    const isOneView = readers === 'view';
    const panels = panelNames.filter((panel) => values[panel]);
    const oneView = isOneView ? { ...(await readKept(visit)), keepsDates, panels } : null;
    await createSharedLink(
      deps.db,
      website.id,
      {
        ...fields,
        expiresAt: days === '' ? null : addDays(now, Number(days)),
        view: viewParameters(sharedView(shown.view, isOneView)).toString(),
        oneView,
      },
      now,
    );
    return toView(visit, { ...PAGE, done: 'link' });
  },
  done: { key: 'link', text: 'Link created.' },
  secrets: ['password'],
});

/** What a link keeps, so that later changes of segments and goals do not change what it shows. */
async function readKept(visit: Visit<'website'>) {
  const read = await orFailure(
    readAddress(visit).then(async ({ shown }) => ({ shown, filters: await readStoredFilters(visit, shown) })),
  );
  if ('failure' in read) throw new FormRefusal({ '': toSentence(read.failure) }, 503);
  const { shown, filters } = read;
  const text = JSON.stringify(filters).toLowerCase();
  const all = await listDefinitions(visit.deps.db, findKind('goal'), visit.website.id);
  const goals = all
    .filter(({ id }) => id === shown.view.goal || text.includes(id))
    .map(({ id, name = '', match }) => ({ id, name, match }));
  // Refuses what could not be opened.
  readOneView({ filters, goals });
  return { filters, goals };
}

/** What the address of the link has: the filters of one view are kept beside it, and readers have no segments. */
const sharedView = (view: View, isOneView: boolean): View => ({
  ...view,
  ...(view.comparison.mode === 'segment' && { comparison: DEFAULT_COMPARISON }),
  segment: undefined,
  filters: isOneView ? [] : leaveOut(view.filters, ({ dimension }) => isProperty(dimension)),
});

export const revokeLink = websiteForm({
  path: '/revoke',
  read: (sent) => sent.text('token'),
  submit: async (token, visit) => {
    // An already revoked link is no error.
    await revokeSharedLink(visit.deps.db, visit.website.id, token);
    return toView(visit, { ...PAGE, done: 'revoked' });
  },
  done: { key: 'revoked', text: 'Link revoked. It no longer works.' },
});

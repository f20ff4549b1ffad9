import { addDays } from 'date-fns';
import { MIN_PASSWORD } from '../../../accounts/passwords.js';
import { createDefinition, listDefinitions } from '../../../definitions/definitions.js';
import { findKind } from '../../../definitions/kinds.js';
import { type Text, t } from '../../../lib/language/translate.js';
import { valid } from '../../../lib/validation.js';
import { emailViewWeekly, type WeekComparison } from '../../../notifications/emailed-views.js';
import { createSharedLink, newSharedLink, revokeSharedLink } from '../../../websites/shared-links.js';
import { FormRefusal, type Visit, websiteForm } from '../../page-route.js';
import { choice, flag, flags, line, radios, text } from '../../ui/fields.js';
import { definitionName } from '../definitions/definition-forms.js';
import { SHARING } from '../stats/base-path.js';
import { type ComparisonChoice, DEFAULT_COMPARISON } from '../stats/comparison-choice.js';
import { readOneView } from '../stats/one-view.js';
import { readAddressAsTyped } from '../stats/read-address.js';
import { readStoredView } from '../stats/stored-filters.js';
import { toView } from '../stats/to-view.js';
import { type PanelName, panelNames, panels, type View, viewParameters } from '../stats/view.js';
import { isProperty } from '../stats/view-filter.js';
import { leaveOut } from '../stats/view-filters.js';

/** Days after which a link expires; the empty one never does. */
export const EXPIRIES = ['', '7', '30', '90'] as const;

const READERS = [
  {
    value: 'all',
    label: 'The whole dashboard',
    hint: 'It opens with this view, without segments, filters by property, and filters joined to them by “or”. Readers can choose others.',
  },
  {
    value: 'view',
    label: 'Only this view',
    hint: 'With its filters, goal and segment as they are now, which readers see in words and cannot change.',
  },
] as const;

const PAGE = { list: SHARING, anchor: 'links' };

const PANEL_TITLES = Object.fromEntries(panelNames.map((name) => [name, panels[name].title])) as Record<
  PanelName,
  Text
>;

export const createLink = websiteForm({
  path: '/add',
  anchor: 'new-link',
  prefix: 'link',
  fields: {
    name: line('Name', {
      hint: 'Only you see this name.',
      placeholder: () => t('Board'),
      autocomplete: 'off',
      maxlength: 100,
      required: true,
    }),
    readers: radios('Readers see', READERS),
    keepsDates: flag('Keep the dates: {dates}', 'Otherwise readers can choose other dates.'),
    ...flags(PANEL_TITLES),
    expires: choice('Expires'),
    password: line('Password (optional)', {
      type: 'password',
      hint: () => t('Required to open the link. At least {count} characters.', { count: MIN_PASSWORD }),
      autocomplete: 'new-password',
      minlength: MIN_PASSWORD,
    }),
  },
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
});

/** What a link keeps, so that later changes of segments and goals do not change what it shows. */
async function readKept(visit: Visit<'website'>) {
  const { shown, stored: filters } = await readStoredView(visit);
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

/** What an emailed week is compared with: only the week before, or last year, move on with it. */
export const weekComparison = (choice: ComparisonChoice): WeekComparison =>
  choice.mode === 'year'
    ? { mode: 'year', matchWeekday: choice.matchWeekday }
    : { mode: 'previous', matchWeekday: false };

/** Emails the view every Monday, and shows it with a segment in the place of its filters. */
export const emailView = websiteForm({
  path: '/email',
  anchor: 'email',
  prefix: 'email',
  fields: {
    name: { ...definitionName, label: 'Segment name', hint: 'The filters are saved as a segment.' },
  },
  submit: async ({ name }, visit) => {
    const { deps, website } = visit;
    // Also refuses a view that has lost its goal or segment.
    const { shown, stored } = await readStoredView(visit);
    const { goal: goalId = null, segment = null, filters, comparison: choice } = shown.view;
    const { mode: comparison, matchWeekday } = weekComparison(choice);
    const kind = findKind('segment');
    const fields = filters.length === 0 ? undefined : valid(kind.shape, { name, filters: stored });
    const segmentId = await deps.db.transaction(async (tx) => {
      const id = fields ? (await createDefinition(tx, kind, website, fields, deps.now())).id : segment;
      await emailViewWeekly(tx, website.id, { goalId, segmentId: id, comparison, matchWeekday });
      return id;
    });
    await deps.services.websites.refresh(website.id);
    const view = { ...shown.view, filters: [], segment: segmentId ?? undefined };
    return toView(visit, { list: SHARING, anchor: 'email', done: 'email', view });
  },
  done: { key: 'email', text: 'This view is emailed every Monday.' },
});

export const revokeLink = websiteForm({
  path: '/revoke',
  fields: { token: text },
  submit: async ({ token }, visit) => {
    // An already revoked link is no error.
    await revokeSharedLink(visit.deps.db, visit.website.id, token);
    return toView(visit, { ...PAGE, done: 'revoked' });
  },
  done: { key: 'revoked', text: 'Link revoked. It no longer works.' },
});

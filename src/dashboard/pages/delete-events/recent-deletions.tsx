import type { FC } from 'hono/jsx';
import type { KeptDeletion } from '../../../history/deletion-repository.js';
import { t } from '../../../lib/language/translate.js';
import { websiteForm } from '../../page-route.js';
import { ConfirmDialog, ConfirmLink } from '../../ui/confirm.js';
import { text } from '../../ui/fields.js';
import { ActionButton, Button } from '../../ui/form.js';
import { dayAndTime } from '../../ui/moment.js';
import { hidden, rich } from '../../ui/rich.js';
import { DELETE_EVENTS, viewAddress } from '../stats/base-path.js';
import type { PageContext } from '../stats/page-context.js';
import { change } from './chosen-events.js';

const undo = websiteForm({
  path: '/undo',
  fields: { deletion: text },
  submit: ({ deletion }, visit) =>
    change(visit, async () => `restored=${await visit.deps.services.restoreEvents(visit.website, deletion)}`),
});

const makeFinal = websiteForm({
  path: '/final',
  fields: { deletion: text },
  submit: ({ deletion }, visit) =>
    change(visit, async () => {
      await visit.deps.services.makeDeletionFinal(visit.website, deletion);
      return 'final=yes';
    }),
});

export const recentDeletionForms = [undo, makeFinal];

const formAddress = ({ place, view }: PageContext, { path }: { readonly path: string }): string =>
  viewAddress(place, view, { list: `${DELETE_EVENTS}${path}` });

interface RecentDeletionsProps {
  readonly shown: PageContext;
  readonly deletions: readonly KeptDeletion[];
}

/** Deletions that can be undone. */
export const RecentDeletions: FC<RecentDeletionsProps> = ({ shown, deletions }) => (
  <section class="card stack recent-deletions" aria-labelledby="recent-deletions">
    <h2 id="recent-deletions">{t('Recent deletions')}</h2>
    <ul class="divided deletions">
      {deletions.map((deletion) => (
        <li class="row">
          <div>
            <strong>
              {t(
                '{events, plural, one {# event} other {# events}} from {visitors, plural, one {# visitor} other {# visitors}}',
                counts(deletion),
              )}
            </strong>
            <p class="muted">{deletion.description}</p>
            <p class="muted">{restorableText(shown, deletion)}</p>
          </div>
          <div class="row">
            <UndoForm shown={shown} deletion={deletion} />
            <MakeFinal shown={shown} deletion={deletion} />
          </div>
        </li>
      ))}
    </ul>
  </section>
);

/** Asks before it removes the copy that undoing needs. */
const MakeFinal: FC<{ shown: PageContext; deletion: KeptDeletion }> = ({ shown, deletion }) => (
  <>
    <ConfirmLink dialog={`final-${deletion.id}`}>
      {rich(
        'Delete now<hidden> and permanently {events, plural, one {# event} other {# events}} from {visitors, plural, one {# visitor} other {# visitors}}</hidden>',
        { ...counts(deletion), hidden },
      )}
    </ConfirmLink>
    <ConfirmDialog
      id={`final-${deletion.id}`}
      title={t('Delete the copy now?')}
      action={formAddress(shown, makeFinal)}
      consequence={t(
        '{events, plural, one {# event} other {# events}} from {visitors, plural, one {# visitor} other {# visitors}} can no longer be restored. This cannot be undone.',
        counts(deletion),
      )}
    >
      <input type="hidden" name="deletion" value={deletion.id} />
      <Button kind="danger">{t('Delete permanently')}</Button>
    </ConfirmDialog>
  </>
);

export const UndoForm: FC<{ shown: PageContext; deletion: KeptDeletion }> = ({ shown, deletion }) => (
  <ActionButton action={formAddress(shown, undo)} name="deletion" value={deletion.id}>
    {rich(
      'Undo<hidden> the deletion of {events, plural, one {# event} other {# events}} from {visitors, plural, one {# visitor} other {# visitors}}</hidden>',
      { ...counts(deletion), hidden },
    )}
  </ActionButton>
);

/** In the website's time zone. */
export const restorableText = ({ website }: PageContext, { restorableUntil }: KeptDeletion): string =>
  t('Can be undone until {time}.', { time: dayAndTime(restorableUntil, website.timezone) });

const counts = ({ events, visitors }: KeptDeletion) => ({ events, visitors });

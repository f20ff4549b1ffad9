import type { FC } from 'hono/jsx';
import type { KeptDeletion } from '../../imports/deletion-repository.js';
import { exact, wordFor } from '../../lib/number-text.js';
import { Button, Form } from '../form.js';
import { dayAndTime } from '../moment.js';
import { DELETE_EVENTS, viewAddress } from './base-path.js';
import type { PageContext } from './page-context.js';

/** The last path segments of the form that undoes a deletion. */
export const UNDO = `${DELETE_EVENTS}/undo`;

interface RecentDeletionsProps {
  readonly shown: PageContext;
  readonly deletions: readonly KeptDeletion[];
}

/** Lists the deletions that can be undone. */
export const RecentDeletions: FC<RecentDeletionsProps> = ({ shown, deletions }) => (
  <section class="card stack" aria-labelledby="recent-deletions">
    <h2 id="recent-deletions">Recent deletions</h2>
    <ul class="deletions">
      {deletions.map((deletion) => (
        <li class="row">
          <div>
            <strong>{countText(deletion)}</strong>
            <p class="muted">{deletion.description}</p>
            <p class="muted">{restorableText(shown, deletion)}</p>
          </div>
          <UndoForm shown={shown} deletion={deletion} />
        </li>
      ))}
    </ul>
  </section>
);

/** Renders the button that undoes a deletion. */
export const UndoForm: FC<{ shown: PageContext; deletion: KeptDeletion }> = ({ shown, deletion }) => (
  <Form action={viewAddress(shown.place, shown.view, { list: UNDO })} class="inline">
    <input type="hidden" name="deletion" value={deletion.id} />
    <Button kind="quiet">
      Undo
      <span class="visually-hidden"> the deletion of {countText(deletion)}</span>
    </Button>
  </Form>
);

/** Returns until when a deletion can be undone, in the website's time zone. */
export const restorableText = ({ website }: PageContext, { restorableUntil }: KeptDeletion): string =>
  `Can be undone until ${dayAndTime(restorableUntil, website.timezone)}.`;

const countText = ({ events, visitors }: KeptDeletion): string =>
  `${exact(events)} ${wordFor(events, 'event')} from ${exact(visitors)} ${wordFor(visitors, 'visitor')}`;

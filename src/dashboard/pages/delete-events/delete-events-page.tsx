import type { FC } from 'hono/jsx';
import type { Account } from '../../../accounts/accounts.js';
import type { EventCount } from '../../../history/delete/delete-events.js';
import type { KeptDeletion } from '../../../history/delete/deletion-repository.js';
import { exact, wordFor } from '../../../lib/number-text.js';
import { Button, Field, Form, Notice } from '../../ui/form.js';
import { Page } from '../../ui/page.js';
import { DELETE_EVENTS, viewAddress } from '../stats/base-path.js';
import { FilterChips, FilterMenu } from '../stats/filter-bar.js';
import { describeFilter } from '../stats/filter-names.js';
import type { PageContext } from '../stats/page-context.js';
import { RangeMenu } from '../stats/range-menu.js';
import { WebsiteHead } from '../stats/website-head.js';
import { EventExamples } from './event-examples.js';
import type { EventExample } from './read-event-examples.js';
import { RecentDeletions, restorableText, UndoForm } from './recent-deletions.js';

export interface DeleteEventsProps {
  readonly viewer: Account;
  readonly shown: PageContext;
  /** The events that the range and the filters match now. */
  readonly count: EventCount;
  readonly examples: readonly EventExample[];
  /** The deletions that can be undone, the latest first. */
  readonly deletions: readonly KeptDeletion[];
  /** The deletion that was just made. */
  readonly deleted?: KeptDeletion | undefined;
  /** The number of events that were just restored. */
  readonly restored?: number | undefined;
  /** Whether a deletion was just made final. */
  readonly isFinal: boolean;
  /** The typed domain, and why nothing was deleted or restored. */
  readonly refused?: Refusal | undefined;
}

/** Why nothing was deleted or restored. An error of the typed domain is shown at its field. */
export interface Refusal {
  readonly error?: string;
  readonly typed?: { readonly domain: string; readonly error: string };
}

/** Renders `GET /websites/:id/delete-events`: says what will be deleted, asks for confirmation, and undoes deletions. */
export const DeleteEventsPage: FC<DeleteEventsProps> = (props) => {
  const { viewer, shown, deletions, deleted, restored, isFinal, refused } = props;
  return (
    <Page title={`Delete events: ${shown.website.name}`} viewer={viewer} website={shown.website} scripts={['websites']}>
      <WebsiteHead shown={shown}>
        <div class="head-tools">
          <FilterMenu shown={shown} list={DELETE_EVENTS} />
          <RangeMenu shown={shown} list={DELETE_EVENTS} />
        </div>
        <FilterChips shown={shown} list={DELETE_EVENTS} />
      </WebsiteHead>
      <div class="notices">
        {deleted !== undefined && (
          <Notice kind="good">
            <div class="row">
              {`${pluralize(deleted.events, 'event')} deleted. ${restorableText(shown, deleted)}`}
              <UndoForm shown={shown} deletion={deleted} />
            </div>
          </Notice>
        )}
        {restored !== undefined && <Notice kind="good">{`${pluralize(restored, 'event')} restored.`}</Notice>}
        {isFinal && <Notice kind="good">The deleted events are gone permanently.</Notice>}
        {refused?.error !== undefined && <Notice kind="bad">{refused.error}</Notice>}
        {shown.notices.map((notice) => (
          <Notice>{notice}</Notice>
        ))}
      </div>
      <ChosenEvents {...props} />
      {deletions.length > 0 && <RecentDeletions shown={shown} deletions={deletions} />}
    </Page>
  );
};

const ChosenEvents: FC<DeleteEventsProps> = ({ shown, count, examples, refused }) => (
  <section class="card stack">
    <h2>Delete events</h2>
    <p>
      {shown.view.filters.length === 0 ? 'This date range has' : 'This date range and these filters match'}{' '}
      {count.events === 0 ? (
        'no events.'
      ) : (
        <strong>{`${pluralize(count.events, 'event')} from ${pluralize(count.visitors, 'visitor')}.`}</strong>
      )}
    </p>
    <p class="muted">{describeChosen(shown)}</p>
    {count.events > 0 && (
      <>
        <EventExamples examples={examples} total={count.events} zone={shown.website.timezone} />
        <p>
          They are removed from all stats as if they had never been recorded. Visits with other events are recalculated
          from the events that remain. <strong>You can undo this for 24 hours.</strong> After that, they cannot be
          restored.
        </p>
        <p class="muted">
          To stop similar events from being recorded, first exclude them in the{' '}
          <a href={`${shown.place.path}/settings#exclusions`}>settings</a>. Large deletions can take several minutes.
        </p>
      </>
    )}
    <Confirm shown={shown} count={count} refused={refused} />
  </section>
);

/** Submits the days of the range: a name such as `today` may mean other days by the time the form is sent. */
const Confirm: FC<Pick<DeleteEventsProps, 'shown' | 'count' | 'refused'>> = ({
  shown: { place, view, range, website },
  count: { events },
  refused,
}) => {
  // Without a filter everything of the range goes.
  const mustType = events > 0 && view.filters.length === 0;
  return (
    <div {...(mustType && { 'data-must-equal': website.domain })}>
      <Form action={viewAddress(place, { ...view, range: range.days }, { list: DELETE_EVENTS })}>
        {mustType && (
          <Field
            name="typedDomain"
            label={`Enter ${website.domain} to confirm`}
            hint="No filter is set: every event of the date range is deleted."
            value={refused?.typed?.domain}
            error={refused?.typed?.error}
            autocomplete="off"
            spellcheck={false}
          />
        )}
        <div class="row">
          {events > 0 && <Button kind="danger">{`Delete ${pluralize(events, 'event')}`}</Button>}
          <a class="button button-quiet" href={viewAddress(place, view)}>
            {events > 0 ? 'Cancel' : 'Back to the dashboard'}
          </a>
        </div>
      </Form>
    </div>
  );
};

/** Describes the events that a view chooses: `29 Mar 2026, Page is /spam`. */
export const describeChosen = ({ range, view }: PageContext): string =>
  [range.span, ...view.filters.map(describeFilter)].join(', ');

const pluralize = (value: number, word: string): string => `${exact(value)} ${wordFor(value, word)}`;

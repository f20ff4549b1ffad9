import type { FC } from 'hono/jsx';
import type { Account } from '../../accounts/accounts.js';
import type { EventCount } from '../../imports/delete-events.js';
import { exact, wordFor } from '../../lib/number-text.js';
import { Button, Form, Notice } from '../form.js';
import { Page } from '../page.js';
import { DELETE_EVENTS, viewAddress } from './base-path.js';
import { FilterChips, FilterMenu } from './filter-bar.js';
import { describeFilter } from './filter-names.js';
import type { PageContext } from './page-context.js';
import { RangeMenu } from './range-menu.js';
import { WebsiteHead } from './website-head.js';

export interface DeleteEventsProps {
  readonly viewer: Account;
  readonly shown: PageContext;
  /** The events that the range and the filters match now. */
  readonly count: EventCount;
  /** The number of events that were just deleted. */
  readonly deleted?: number | undefined;
  readonly error?: string | undefined;
}

/** Renders `GET /websites/:id/delete-events`: says what will be deleted, and asks for confirmation. */
export const DeleteEventsPage: FC<DeleteEventsProps> = ({ viewer, shown, count, deleted, error }) => (
  <Page title={`Delete events: ${shown.website.name}`} viewer={viewer} website={shown.website}>
    <WebsiteHead shown={shown}>
      <div class="head-tools">
        <FilterMenu shown={shown} list={DELETE_EVENTS} />
        <RangeMenu shown={shown} list={DELETE_EVENTS} />
      </div>
      <FilterChips shown={shown} list={DELETE_EVENTS} />
    </WebsiteHead>
    <div class="notices">
      {deleted !== undefined && <Notice kind="good">{`${pluralize(deleted, 'event')} deleted.`}</Notice>}
      {error !== undefined && <Notice kind="bad">{error}</Notice>}
      {shown.notices.map((notice) => (
        <Notice>{notice}</Notice>
      ))}
    </div>
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
      <ul>
        <li>{`Date range: ${shown.range.span}`}</li>
        {shown.view.filters.map((filter) => (
          <li>{describeFilter(filter)}</li>
        ))}
      </ul>
      {count.events > 0 && (
        <>
          <p>
            They are removed from all stats as if they had never been recorded. Visits with other events are
            recalculated from the events that remain. Your usage does not change.{' '}
            <strong>This cannot be undone.</strong>
          </p>
          <p class="muted">
            To stop similar events from being recorded, first exclude them in the{' '}
            <a href={`${shown.place.path}/settings#exclusions`}>settings</a>. Large deletions can take several minutes.
          </p>
        </>
      )}
      <Confirm shown={shown} count={count} />
    </section>
  </Page>
);

/** Submits the days of the range: a name such as `today` may mean other days by the time the form is sent. */
const Confirm: FC<Pick<DeleteEventsProps, 'shown' | 'count'>> = ({
  shown: { place, view, range },
  count: { events },
}) => (
  <Form action={viewAddress(place, { ...view, range: range.days }, { list: DELETE_EVENTS })} class="row">
    {events > 0 && <Button kind="danger">{`Delete ${pluralize(events, 'event')}`}</Button>}
    <a class="button button-quiet" href={viewAddress(place, view)}>
      {events > 0 ? 'Cancel' : 'Back to the dashboard'}
    </a>
  </Form>
);

const pluralize = (value: number, word: string): string => `${exact(value)} ${wordFor(value, word)}`;

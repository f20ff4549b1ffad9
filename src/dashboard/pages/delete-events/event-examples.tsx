import type { FC } from 'hono/jsx';
import { exact } from '../../../lib/number-text.js';
import { countryName } from '../../../stats/names.js';
import { dayAndTime } from '../../ui/moment.js';
import { withVisibleMarks } from '../stats/name.js';
import type { EventExample } from './read-event-examples.js';

/** Latest first. `total` counts all matching events. */
export const EventExamples: FC<{
  readonly examples: readonly EventExample[];
  readonly total: number;
  readonly zone: string;
}> = ({ examples, total, zone }) => (
  <section class="event-examples" tabindex={0} aria-label="Examples">
    <table class="table">
      <caption class="muted small">
        {total > examples.length ? `The latest ${examples.length} of ${exact(total)}` : 'All of them'}
      </caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Event</th>
          <th scope="col">Source</th>
          <th scope="col">Country</th>
          <th scope="col">Browser</th>
        </tr>
      </thead>
      <tbody>
        {examples.map((event) => (
          <tr>
            <td>{dayAndTime(new Date(event.time_ms), zone)}</td>
            <td>{withVisibleMarks(describeEvent(event))}</td>
            <td>{withVisibleMarks(event.referrer)}</td>
            <td>{countryName(event.country)}</td>
            <td>{withVisibleMarks(event.browser)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

function describeEvent({ type, path, link, name }: EventExample): string {
  switch (type) {
    case 'custom':
      return `${name} on ${path}`;
    case 'exit':
      return `${link} on ${path}`;
    default:
      return path;
  }
}

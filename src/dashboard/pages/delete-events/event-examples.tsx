import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { exact } from '../../../lib/number-text.js';
import { countryName, nameOrUnknown } from '../../../stats/names.js';
import { dayAndTime } from '../../ui/moment.js';
import { Table } from '../../ui/table.js';
import { describeEvent, type LatestEvent } from '../stats/latest-events.js';
import { withVisibleMarks } from '../stats/name.js';

/** Latest first. `total` counts all matching events. */
export const EventExamples: FC<{
  readonly examples: readonly LatestEvent[];
  readonly total: number;
  readonly zone: string;
}> = ({ examples, total, zone }) => (
  <section class="event-examples" tabindex={0} aria-label={t('Examples')}>
    <Table
      caption={
        total > examples.length
          ? t('The latest {count} of {total}', { count: examples.length, total: exact(total) })
          : t('All of them')
      }
      columns={[t('Time'), t('Event'), t('Source'), t('Country'), t('Browser')].map((label) => ({ label }))}
    >
      {examples.map((event) => (
        <tr>
          <td>{dayAndTime(new Date(event.time_ms), zone)}</td>
          <td>{withVisibleMarks(describeEvent(event))}</td>
          <td>{withVisibleMarks(event.referrer)}</td>
          <td>{countryName(event.country)}</td>
          <td>{withVisibleMarks(nameOrUnknown(event.browser))}</td>
        </tr>
      ))}
    </Table>
  </section>
);

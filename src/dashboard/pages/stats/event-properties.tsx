import type { FC } from 'hono/jsx';
import type { EventProperty } from '../../../stats/reports/event-properties.js';
import { AmountCell, Table } from '../../ui/table.js';
import { Name, withVisibleMarks } from './name.js';

interface Props {
  readonly event: string;
  readonly properties: readonly EventProperty[];
}

const Clamped: FC<{ readonly children: string }> = ({ children }) => (
  <span class="clamped" title={withVisibleMarks(children)}>
    <Name>{children}</Name>
  </span>
);

/** Each with its most frequent values. */
export const EventProperties: FC<Props> = ({ event, properties }) => (
  <section class="event-properties" aria-labelledby="event-properties-title">
    <h3 id="event-properties-title">
      Properties of <Name>{event}</Name>
    </h3>
    {properties.length === 0 ? (
      <p class="muted">This event was sent without properties.</p>
    ) : (
      properties.map(({ name, values }) => (
        <Table
          class="property-table"
          columns={[
            { label: <Clamped>{name}</Clamped> },
            { label: 'Total', isNumber: true },
            { label: 'Visitors', isNumber: true },
          ]}
        >
          {values.map(({ value, visitors, events }) => (
            <tr>
              <th scope="row">{value === '' ? <span class="muted">(empty)</span> : <Clamped>{value}</Clamped>}</th>
              <AmountCell value={events} />
              <AmountCell value={visitors} />
            </tr>
          ))}
        </Table>
      ))
    )}
  </section>
);

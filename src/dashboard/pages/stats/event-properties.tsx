import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import type { EventProperty } from '../../../stats/reports/event-properties.js';
import { propertyTexts } from '../../../stats/reports/property-list.js';
import { rich } from '../../ui/rich.js';
import { toSentence } from '../../ui/sentence.js';
import { AmountCell, Table } from '../../ui/table.js';
import { viewAddress } from './base-path.js';
import { Name, withVisibleMarks } from './name.js';
import type { Failure } from './or-failure.js';
import type { PageContext } from './page-context.js';
import { propertyAddress } from './property-links.js';
import type { ViewFilter } from './view-filter.js';
import { hasFilter, toggleFilter } from './view-filters.js';

interface Props {
  readonly shown: PageContext;
  readonly event: string;
  readonly properties: readonly EventProperty[] | Failure;
}

const Clamped: FC<{ readonly children: string }> = ({ children }) => (
  <span class="clamped" title={withVisibleMarks(children)}>
    <Name>{children}</Name>
  </span>
);

const AllValues: FC<{ readonly shown: PageContext; readonly name: string }> = ({ shown, name }) => {
  const href = propertyAddress(shown, shown.view, name);
  if (href === undefined) return null;
  return (
    <a class="muted small all-link" href={href}>
      {t(propertyTexts.texts.all)}
      <span class="visually-hidden"> {withVisibleMarks(name)}</span> <span aria-hidden="true">→</span>
    </a>
  );
};

/** Filters by the value. A shared link has no such filters. */
const PropertyValue: FC<{ readonly shown: PageContext; readonly name: string; readonly value: string }> = (props) => {
  const { name, value } = props;
  const { place, view } = props.shown;
  if (!place.own) return <Clamped>{value}</Clamped>;
  const filter: ViewFilter = { dimension: `property:${name}`, operator: 'is', values: [value] };
  return (
    <a
      href={viewAddress(place, { ...view, filters: toggleFilter(view.filters, filter) })}
      aria-current={hasFilter(view.filters, filter) ? 'true' : undefined}
    >
      <Clamped>{value}</Clamped>
    </a>
  );
};

/** Each with its most frequent values. */
export const EventProperties: FC<Props> = ({ shown, event, properties }) => (
  <section class="event-properties" aria-labelledby="event-properties-title">
    <h3 id="event-properties-title">{rich('Properties of {event}', { event: <Name>{event}</Name> })}</h3>
    {'failure' in properties ? (
      <p class="muted">{toSentence(properties.failure)}</p>
    ) : properties.length === 0 ? (
      <p class="muted">{t('This event was sent without properties.')}</p>
    ) : (
      properties.map(({ name, values }) => (
        <div>
          <Table
            class="property-table"
            columns={[
              { label: <Clamped>{name}</Clamped> },
              { label: t('Total'), isNumber: true },
              { label: t('Visitors'), isNumber: true },
            ]}
          >
            {values.map(({ value, visitors, events }) => (
              <tr>
                <th scope="row">
                  <PropertyValue shown={shown} name={name} value={value} />
                </th>
                <AmountCell value={events} />
                <AmountCell value={visitors} />
              </tr>
            ))}
          </Table>
          <AllValues shown={shown} name={name} />
        </div>
      ))
    )}
  </section>
);

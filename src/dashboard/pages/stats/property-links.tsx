import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { dimensionLabel, type PropertyName } from '../../../stats/dimensions.js';
import type { List } from '../../../stats/reports/list.js';
import { PROPERTIES } from '../../../stats/reports/property-list.js';
import { viewAddress } from './base-path.js';
import { PROPERTY } from './list-columns.js';
import { Name, withVisibleMarks } from './name.js';
import type { PageContext } from './page-context.js';
import type { ShownRow } from './shown-row.js';
import type { View } from './view.js';
import { selectRow } from './view-filters.js';

/**
 * Returns the address of a property's values, by default of the most frequent one. Undefined on shared links, and for a
 * property without a name.
 */
export const propertyAddress = ({ place }: PageContext, view: View, name?: string): string | undefined =>
  place.own && name !== ''
    ? viewAddress(place, view, { list: PROPERTIES, own: name === undefined ? [] : [[PROPERTY, name]] })
    : undefined;

/** From an event's row to its properties. */
export const PropertiesLink: FC<{ readonly shown: PageContext; readonly row: ShownRow }> = ({ shown, row }) => {
  // With a goal, a row itself has no filter.
  const href = propertyAddress(shown, { ...shown.view, filters: selectRow(shown.view.filters, { event: row.name }) });
  if (href === undefined) return null;
  const label = t('Properties of {event}', { event: withVisibleMarks(row.name) });
  return (
    <a class="muted small" href={href} aria-label={label}>
      {t('Properties')}
    </a>
  );
};

/** Other properties of the view's events. */
export const PropertyTabs: FC<{ readonly shown: PageContext; readonly list: List }> = ({ shown, list }) => {
  const { properties } = shown;
  const [selected] = list.by.dimensions as readonly [PropertyName];
  const names = properties.includes(selected) ? properties : [selected, ...properties];
  return (
    <ul class="panel-tabs" aria-label={t('Properties')}>
      {names.map((name) => (
        <li>
          <a
            class="tab"
            href={propertyAddress(shown, shown.view, dimensionLabel(name))}
            aria-current={name === selected ? 'true' : undefined}
          >
            <Name>{dimensionLabel(name)}</Name>
          </a>
        </li>
      ))}
    </ul>
  );
};

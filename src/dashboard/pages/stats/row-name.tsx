import type { FC } from 'hono/jsx';
import type { RowFilters } from '../../../stats/query.js';
import { Icon } from '../../ui/icons.js';
import { viewAddress } from './base-path.js';
import { Name } from './name.js';
import type { PageContext } from './page-context.js';
import type { ShownRow } from './shown-row.js';
import { selectRow, toggleRow } from './view-filters.js';

/** With its icon and its detail. `href` is that of the name alone. */
export const RowName: FC<{
  readonly row: Pick<ShownRow, 'name' | 'icon' | 'detail'>;
  readonly href?: string | undefined;
}> = ({ row, href }) => (
  <>
    {row.icon && <Icon {...row.icon} />}
    {href === undefined ? (
      <Name>{row.name}</Name>
    ) : (
      <a href={href}>
        <Name>{row.name}</Name>
      </a>
    )}
    {row.detail && (
      <span class="muted small row-detail">
        <Name>{row.detail}</Name>
      </span>
    )}
  </>
);

/** Selects the row with these values. Undefined where nothing can be filtered. */
export const selectedAddress = ({ place, view }: PageContext, row: RowFilters): string | undefined =>
  place.oneView ? undefined : viewAddress(place, { ...view, filters: selectRow(view.filters, row) });

/** Selects the row, or clears its selection. Undefined for a row that cannot be selected. */
export const rowAddress = ({ place, view }: PageContext, { filters }: ShownRow): string | undefined =>
  place.oneView || !filters ? undefined : viewAddress(place, { ...view, filters: toggleRow(view.filters, filters) });

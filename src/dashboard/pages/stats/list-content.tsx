import type { FC } from 'hono/jsx';
import { exact, formatShare } from '../../../lib/number-text.js';
import { Amount } from '../../ui/amounts.js';
import { Notice } from '../../ui/form.js';
import { Icon } from '../../ui/icons.js';
import { viewAddress } from './base-path.js';
import { pageTitle } from './figures-content.js';
import { FilterChips, FilterMenu } from './filter-bar.js';
import { HiddenFields } from './hidden-fields.js';
import { KeysDialog, Said, Stale } from './keys-dialog.js';
import type { ListPart } from './list-part.js';
import { Name, withVisibleMarks } from './name.js';
import { NoEvents } from './no-events.js';
import { isRunning, type PageContext } from './page-context.js';
import { RangeMenu } from './range-menu.js';
import { emptyText, type ShownList } from './shown-lists.js';
import type { ShownRow } from './shown-row.js';
import { toggleRow } from './view-filters.js';
import { WebsiteHead } from './website-head.js';

interface Props {
  readonly shown: PageContext;
  readonly list: ShownList;
  readonly search: string;
  readonly rows: ListPart;
}

export const listTitle = (shown: PageContext, { title }: ShownList): string => `${title} · ${pageTitle(shown)}`;

/** A hundred rows at a time, with search and download. */
export const ListContent: FC<Props> = ({ shown, list, search, rows }) => (
  <div id="figures" data-title={listTitle(shown, list)} data-live={isRunning(shown) ? 'true' : undefined}>
    <WebsiteHead shown={shown}>
      <div class="head-tools">
        <FilterMenu shown={shown} list={list.path} search={search} />
        <RangeMenu shown={shown} list={list.path} search={search} />
      </div>
      <FilterChips shown={shown} list={list.path} search={search} />
    </WebsiteHead>
    <Stale />
    {shown.notices.map((notice) => (
      <Notice>{notice}</Notice>
    ))}
    {shown.firstEvent === undefined ? <NoEvents shown={shown} /> : <AllRows {...{ shown, list, search, rows }} />}
    <KeysDialog />
    <Said />
  </div>
);

const AllRows: FC<Props> = ({ shown, list, search, rows }) => {
  const { place, view, range } = shown;
  return (
    <section class="card list" aria-labelledby="list-title">
      <div class="row list-head">
        <a class="button button-quiet button-small" href={viewAddress(place, view)}>
          <span aria-hidden="true">←</span>
          <span class="wide-only">Dashboard</span>
        </a>
        <h2 id="list-title">
          {list.title} <small class="muted">{range.span}</small>
        </h2>
        <form class="search-form" method="get" action={`${place.path}/${list.path}`}>
          <HiddenFields place={place} view={view} />
          <input
            type="search"
            name="search"
            value={search}
            aria-label={`Search ${list.title.toLowerCase()}`}
            placeholder="Search"
            autocomplete="off"
          />
        </form>
        <a
          class="button button-quiet button-small"
          href={viewAddress(place, view, { list: list.path, search, csv: true })}
        >
          Export CSV
        </a>
      </div>
      {rows.found === 0 ? <Nothing {...{ shown, list, search }} /> : <Rows {...{ shown, list, rows }} />}
      {rows.found > 0 && <Parts {...{ shown, list, search, rows }} />}
    </section>
  );
};

const Nothing: FC<Pick<Props, 'shown' | 'list' | 'search'>> = ({ shown: { place, view }, list, search }) => (
  <p class="empty panel-empty">
    {search === '' ? emptyText(list, view) : `No results for “${search}”.`}{' '}
    {search !== '' && <a href={viewAddress(place, view, { list: list.path })}>Clear search</a>}{' '}
    {view.filters.length > 0 && (
      <a href={viewAddress(place, { ...view, filters: [] }, { list: list.path, search })}>Clear filters</a>
    )}
  </p>
);

const Rows: FC<Pick<Props, 'shown' | 'list' | 'rows'>> = ({ shown, list, rows: { rows } }) => (
  <table class="table list-table">
    <thead>
      <tr>
        <th scope="col">{list.column}</th>
        {list.second && (
          <th scope="col" class="number">
            {list.second.long}
          </th>
        )}
        <th scope="col" class="number">
          {list.measure}
        </th>
        <th scope="col" class="number share">
          Share
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.flatMap((row) => [
        <ListRow shown={shown} row={row} />,
        ...(row.sources ?? []).map((source) => <ListRow shown={shown} row={source} isSource />),
      ])}
    </tbody>
  </table>
);

const ListRow: FC<{ readonly shown: PageContext; readonly row: ShownRow; readonly isSource?: boolean }> = (props) => {
  const { shown, row, isSource } = props;
  const { place, view } = shown;
  const name = row.filters ? (
    <a href={viewAddress(place, { ...view, filters: toggleRow(view.filters, row.filters) })}>
      <Name>{row.name}</Name>
    </a>
  ) : (
    <Name>{row.name}</Name>
  );
  return (
    <tr class={isSource ? 'source' : undefined}>
      <th scope="row">
        <span class="clamped" title={withVisibleMarks(row.name)}>
          {row.icon && <Icon {...row.icon} />}
          {name}
          {row.detail && (
            <span class="muted small row-detail">
              <Name>{row.detail}</Name>
            </span>
          )}
        </span>
      </th>
      {row.second !== undefined && (
        <td class="number">
          <Amount value={row.second} />
        </td>
      )}
      <td class="number">
        <Amount value={row.value} />
      </td>
      <td class="number share">{formatShare(row)}</td>
    </tr>
  );
};

const Parts: FC<Props> = ({ shown: { place, view }, list, search, rows: { found, part, parts } }) => {
  const to = (target: number) => viewAddress(place, view, { list: list.path, search, part: target });
  return (
    <nav class="row parts" aria-label="Pages of the list">
      <span class="muted">{found === 1 ? '1 result' : `${exact(found)} results`}</span>
      {parts > 1 && <span class="muted">{`Page ${exact(part)} of ${exact(parts)}`}</span>}
      {part > 1 && (
        <a class="button button-quiet button-small" href={to(part - 1)} rel="prev">
          Previous
        </a>
      )}
      {part < parts && (
        <a class="button button-quiet button-small" href={to(part + 1)} rel="next">
          Next
        </a>
      )}
    </nav>
  );
};

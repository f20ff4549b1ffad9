import type { FC } from 'hono/jsx';
import { exact, formatShare, wordFor } from '../../../lib/number-text.js';
import { ButtonLink } from '../../ui/form.js';
import { PageLinks } from '../../ui/page-links.js';
import { AmountCell, Table } from '../../ui/table.js';
import { viewAddress } from './base-path.js';
import { ConversionCells, conversionColumns } from './conversion-figures.js';
import { pageTitle } from './figures-content.js';
import { FiguresFrame } from './figures-frame.js';
import { HiddenFields } from './hidden-fields.js';
import type { ListPart } from './list-part.js';
import { withVisibleMarks } from './name.js';
import { NoEvents } from './no-events.js';
import { isRunning, type PageContext } from './page-context.js';
import { RowName, rowAddress } from './row-name.js';
import { emptyText, type ShownList } from './shown-lists.js';
import type { ShownRow } from './shown-row.js';

interface Props {
  readonly shown: PageContext;
  readonly list: ShownList;
  readonly search: string;
  readonly rows: ListPart;
}

export const listTitle = (shown: PageContext, { title }: ShownList): string => `${title} · ${pageTitle(shown)}`;

/** A hundred rows at a time, with search and download. */
export const ListContent: FC<Props> = (props) => {
  const { shown, list, search } = props;
  return (
    <FiguresFrame
      shown={shown}
      list={list.path}
      search={search}
      title={listTitle(shown, list)}
      isLive={isRunning(shown)}
    >
      {shown.firstEvent === undefined ? <NoEvents shown={shown} /> : <AllRows {...props} />}
    </FiguresFrame>
  );
};

const AllRows: FC<Props> = ({ shown, list, search, rows }) => {
  const { place, view, range } = shown;
  return (
    <section class="card list" aria-labelledby="list-title">
      <div class="row list-head">
        <ButtonLink kind="quiet" small href={viewAddress(place, view)}>
          <span aria-hidden="true">←</span>
          <span class="wide-only">Dashboard</span>
        </ButtonLink>
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
        <ButtonLink kind="quiet" small href={viewAddress(place, view, { list: list.path, search, csv: true })}>
          Export CSV
        </ButtonLink>
      </div>
      {rows.found === 0 ? <Nothing {...{ shown, list, search }} /> : <Rows {...{ shown, list, rows }} />}
      {rows.found > 0 && (
        <PageLinks
          count={`${exact(rows.found)} ${wordFor(rows.found, 'result')}`}
          page={rows.part}
          pages={rows.parts}
          address={(part) => viewAddress(place, view, { list: list.path, search, part })}
        />
      )}
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
  <Table
    class="list-table"
    columns={[
      { label: list.column },
      ...(list.isOfGoal
        ? conversionColumns(shown, list)
        : [
            ...(list.second ? [{ label: list.second.long, isNumber: true }] : []),
            { label: list.measure, isNumber: true },
            { label: 'Share', class: 'number share' },
          ]),
    ]}
  >
    {rows.flatMap((row) => [
      <ListRow shown={shown} row={row} />,
      ...(row.sources ?? []).map((source) => <ListRow shown={shown} row={source} isSource />),
    ])}
  </Table>
);

const ListRow: FC<{ readonly shown: PageContext; readonly row: ShownRow; readonly isSource?: boolean }> = (props) => {
  const { shown, row, isSource } = props;
  return (
    <tr class={isSource ? 'source' : undefined}>
      <th scope="row">
        <span class="clamped" title={withVisibleMarks(row.name)}>
          <RowName row={row} href={row.filters && rowAddress(shown, row)} />
        </span>
      </th>
      {row.conversions === undefined ? (
        <>
          {row.second !== undefined && <AmountCell value={row.second} />}
          <AmountCell value={row.value} />
          <td class="number share">{formatShare(row)}</td>
        </>
      ) : (
        <ConversionCells shown={shown} row={row} conversions={row.conversions} />
      )}
    </tr>
  );
};

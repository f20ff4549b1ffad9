import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { formatShare } from '../../../lib/number-text.js';
import { findMetric, isOfNothing, metricValue } from '../../../stats/metrics.js';
import type { List } from '../../../stats/reports/list.js';
import { PROPERTIES } from '../../../stats/reports/property-list.js';
import { Amount } from '../../ui/amounts.js';
import { ButtonLink } from '../../ui/form.js';
import { PageLinks } from '../../ui/page-links.js';
import { Table } from '../../ui/table.js';
import { BackToDashboard } from './back-to-dashboard.js';
import { viewAddress } from './base-path.js';
import { findFormat } from './chart-metrics.js';
import { CountChange, isReliable } from './conversion-figures.js';
import { pageTitle } from './figures-content.js';
import { FiguresFrame } from './figures-frame.js';
import { isOfGoal } from './goal-columns.js';
import { isSortable, type ListColumn, listParameters, type SortedColumns } from './list-columns.js';
import type { ListPart } from './list-part.js';
import { MakeGoal } from './make-goal.js';
import { withVisibleMarks } from './name.js';
import { NoEvents } from './no-events.js';
import { isRunning, type PageContext } from './page-context.js';
import { PropertiesLink, PropertyTabs } from './property-links.js';
import { RowName, rowAddress } from './row-name.js';
import { emptyText } from './shown-lists.js';
import { type ShownRow, valueBefore } from './shown-row.js';
import { isFiltered, type OwnParameters, withoutFilters } from './view.js';
import { ViewForm } from './view-form.js';
import { listSqlAddress } from './view-sql.js';

interface Props {
  readonly shown: PageContext;
  readonly list: List;
  readonly sort: SortedColumns;
  readonly search: string;
  readonly rows: ListPart;
}

export const listTitle = (shown: PageContext, { title }: Pick<List, 'title'>): string =>
  `${t(title)} · ${pageTitle(shown)}`;

/** A hundred rows at a time, with search and download. */
export const ListContent: FC<Props> = (props) => {
  const { shown, list, sort, search } = props;
  return (
    <FiguresFrame
      shown={shown}
      list={list.path}
      search={search}
      own={listParameters(list, sort)}
      title={listTitle(shown, list)}
      isLive={isRunning(shown)}
    >
      {shown.firstEvent === undefined ? <NoEvents shown={shown} /> : <AllRows {...props} />}
    </FiguresFrame>
  );
};

const AllRows: FC<Props> = ({ shown, list, sort, search, rows }) => {
  const { place, view, range } = shown;
  const own = listParameters(list, sort);
  const sqlHref = listSqlAddress(shown, list, search);
  return (
    <section class="card list" aria-labelledby="list-title">
      <div class="row list-head">
        <BackToDashboard href={viewAddress(place, view)} />
        <h2 id="list-title">
          {t(list.title)} <small class="muted">{range.span}</small>
        </h2>
        <ViewForm class="search-form" shown={shown} list={list.path} own={own}>
          <input
            type="search"
            name="search"
            value={search}
            aria-label={t(list.texts.search)}
            placeholder={t('Search')}
            autocomplete="off"
          />
        </ViewForm>
        <ButtonLink kind="quiet" small href={viewAddress(place, view, { list: list.path, search, own, as: 'csv' })}>
          {t('Export CSV')}
        </ButtonLink>
        {sqlHref !== undefined && (
          <ButtonLink kind="quiet" small href={sqlHref}>
            {t('Open as SQL')}
          </ButtonLink>
        )}
      </div>
      {list.path === PROPERTIES && <PropertyTabs shown={shown} list={list} />}
      {rows.found === 0 ? (
        <Nothing {...{ shown, list, search, own }} />
      ) : (
        <Rows {...{ shown, list, sort, search, rows }} />
      )}
      {rows.found > 0 && (
        <PageLinks
          count={t('{count, plural, one {# result} other {# results}}', { count: rows.found })}
          page={rows.part}
          pages={rows.parts}
          address={(part) => viewAddress(place, view, { list: list.path, search, own, part })}
        />
      )}
    </section>
  );
};

const Nothing: FC<Pick<Props, 'shown' | 'list' | 'search'> & { readonly own: OwnParameters }> = ({
  shown: { place, view },
  list,
  search,
  own,
}) => (
  <p class="empty panel-empty">
    <span>{search === '' ? emptyText(list, view) : t('No results for “{search}”.', { search })}</span>{' '}
    {search !== '' && <a href={viewAddress(place, view, { list: list.path, own })}>{t('Clear search')}</a>}{' '}
    {isFiltered(view) && (
      <a href={viewAddress(place, withoutFilters(view), { list: list.path, search, own })}>{t('Clear filters')}</a>
    )}
  </p>
);

const Rows: FC<Props> = ({ shown, list, sort, search, rows: { rows } }) => (
  <Table
    class={isOfGoal(list) ? 'list-table goal-table' : 'list-table'}
    columns={[
      { label: t(list.column) },
      ...sort.columns.map((column) => ({
        label: <ColumnLabel {...column} />,
        title: column.title,
        class: cellClass(column),
        ...(isSortable(column) && { sort: sortLink({ shown, list, sort, search }, column) }),
      })),
    ]}
  >
    {rows.flatMap((row) => [
      <ListRow {...{ shown, list, sort, row }} />,
      ...(row.sources ?? []).map((source) => <ListRow {...{ shown, list, sort }} row={source} isSource />),
    ])}
  </Table>
);

const ColumnLabel: FC<ListColumn> = ({ label, short }) =>
  short === undefined ? (
    <span>{t(label)}</span>
  ) : (
    <>
      <span class="wide-only">{t(label)}</span>
      <span class="narrow-only" aria-hidden="true">
        {t(short)}
      </span>
    </>
  );

const cellClass = ({ isDetail, isSecond }: ListColumn): string =>
  `number${isDetail ? ' detail' : ''}${isSecond ? ' second' : ''}`;

/** Turns the order around for the column that has it. */
function sortLink({ shown: { place, view }, list, sort, search }: Omit<Props, 'rows'>, column: ListColumn) {
  const isSorted = column === sort.sorted;
  const direction = isSorted && sort.direction === 'desc' ? 'asc' : 'desc';
  const own = listParameters(list, { sorted: column, direction });
  return {
    href: viewAddress(place, view, { list: list.path, search, own }),
    direction: isSorted ? (sort.direction === 'asc' ? 'ascending' : 'descending') : undefined,
  } as const;
}

interface RowProps extends Pick<Props, 'shown' | 'list' | 'sort'> {
  readonly row: ShownRow;
  readonly isSource?: boolean;
}

const ListRow: FC<RowProps> = ({ shown, list, sort, row, isSource }) => (
  <tr class={isSource ? 'source' : undefined}>
    <th scope="row">
      <div class="row-head">
        <span class="clamped" title={withVisibleMarks(row.name)}>
          <RowName row={row} href={rowAddress(shown, row)} />
        </span>
        <MakeGoal shown={shown} path={list.path} row={row} />
        {list.path === 'custom-events' && <PropertiesLink shown={shown} row={row} />}
      </div>
    </th>
    {sort.columns.map((column) => (
      <td class={cellClass(column)}>
        <Figure {...{ shown, column, row }} />
      </td>
    ))}
  </tr>
);

interface FigureProps extends Pick<RowProps, 'shown' | 'row'> {
  readonly column: ListColumn;
}

const Figure: FC<FigureProps> = ({ shown, column: { metric, shows }, row }) => {
  const { now } = row;
  if (shows === 'share') return <>{formatShare({ value: metricValue(metric, now), percentage: row.percentage })}</>;
  const value = metricValue(metric, now);
  if (shows === 'change') return <CountChange shown={shown} count={value} before={valueBefore(metric, row)} isWide />;
  const { unit } = findMetric(metric);
  if (unit === 'count') return <Amount value={value} />;
  if (isOfNothing(metric, now)) return <>—</>;
  return (
    <span class={unit === 'share' && !isReliable(row) ? 'muted' : undefined}>{findFormat(metric).full(value)}</span>
  );
};

import type { FC } from 'hono/jsx';
import { type Text, t } from '../../../lib/language/translate.js';
import { formatShare } from '../../../lib/number-text.js';
import { Amount } from '../../ui/amounts.js';
import { hidden, hiddenBeforeNext, rich } from '../../ui/rich.js';
import { ConversionFigures, conversionColumns, conversionsText } from './conversion-figures.js';
import { Name, withVisibleMarks } from './name.js';
import type { PageContext } from './page-context.js';
import { RowName, rowAddress } from './row-name.js';
import type { ShownList } from './shown-lists.js';
import type { ShownRow } from './shown-row.js';
import { isSelected } from './view-filters.js';

export interface ListRowsProps {
  readonly shown: PageContext;
  readonly rows: readonly ShownRow[];
  readonly list: ShownList;
}

/** The first rows of a list, with bars. Each links to the view that it filters. */
export const ListRows: FC<ListRowsProps> = ({ shown, rows, list }) => {
  const largest = Math.max(...rows.map(({ percentage }) => percentage));
  return (
    <div class="rows">
      <p class="rows-head" aria-hidden="true">
        <span>{t(list.column)}</span>
        {list.isOfGoal ? (
          conversionColumns(shown, list).map(({ label, title, class: own = '' }) => (
            <span class={`row-number ${own}`} title={title}>
              {label}
            </span>
          ))
        ) : (
          <>
            {list.second && <span class="row-number">{t(list.second.short)}</span>}
            <span class="row-number">{t(list.measure)}</span>
          </>
        )}
      </p>
      <ol>
        {rows.map((row) => (
          <li data-id={`${row.name} ${row.detail ?? ''}`}>
            <Row {...{ shown, row, list, largest }} />
            {row.sources !== undefined && row.sources.length > 0 && <Sources shown={shown} rows={row.sources} />}
          </li>
        ))}
      </ol>
    </div>
  );
};

interface RowProps extends Omit<ListRowsProps, 'rows'> {
  readonly row: ShownRow;
  readonly largest: number;
}

/** The bar is scaled to the largest row of the panel. */
const Row: FC<RowProps> = ({ shown, row, list, largest }) => {
  const content = (
    <>
      <svg class="row-bar" aria-hidden="true">
        <rect width={`${((row.percentage / largest) * 100 || 0).toFixed(1)}%`} height="100%" rx="4" />
      </svg>
      <span class="row-name one-line" title={withVisibleMarks(row.detail ? `${row.name} · ${row.detail}` : row.name)}>
        <RowName row={row} />
      </span>
      {row.conversions === undefined ? (
        <RowFigures row={row} list={list} />
      ) : (
        <ConversionFigures shown={shown} row={row} conversions={row.conversions} />
      )}
    </>
  );
  const href = rowAddress(shown, row);
  if (href === undefined || row.filters === undefined) return <div class="row-line">{content}</div>;
  const selected = isSelected(shown.view.filters, row.filters);
  return (
    <a class="row-line" href={href} aria-current={selected ? 'true' : undefined}>
      {content}
    </a>
  );
};

const RowFigures: FC<Pick<RowProps, 'row' | 'list'>> = ({ row, list }) => (
  <>
    <span class="muted small row-share">{formatShare(row)}</span>
    {list.second && row.second !== undefined && (
      <span class="muted row-number row-views">
        {rich(list.second.count, {
          count: row.second,
          amount: <Amount value={row.second} />,
          hidden: hiddenBeforeNext,
        })}
      </span>
    )}
    <span class="row-number">
      {rich(measureText(list), { count: row.value, amount: <Amount value={row.value} />, hidden })}
    </span>
  </>
);

const measureText = ({ measure }: ShownList): Text =>
  measure === 'Clicks'
    ? '{count, plural, one {{amount}<hidden> click</hidden>} other {{amount}<hidden> clicks</hidden>}}'
    : '{count, plural, one {{amount}<hidden> visitor</hidden>} other {{amount}<hidden> visitors</hidden>}}';

const Sources: FC<Omit<ListRowsProps, 'list'>> = ({ shown, rows }) => (
  <p class="small row-sources">
    {rows.map((row) => (
      <a
        href={rowAddress(shown, row)}
        title={t('{name}: {figures}', { name: withVisibleMarks(row.name), figures: figuresText(row) })}
      >
        <Name>{row.name}</Name> <Amount value={rowMeasure(row)} />
      </a>
    ))}
  </p>
);

/** Orders the rows. */
export const rowMeasure = ({ value, conversions }: ShownRow): number => conversions?.count ?? value;

export const figuresText = (row: ShownRow): string =>
  row.conversions === undefined
    ? t('{count, plural, one {# visitor} other {# visitors}}', { count: row.value })
    : conversionsText(row, row.conversions);

import type { FC } from 'hono/jsx';
import { type Text, t } from '../../../lib/language/translate.js';
import { conversionsText, formatShare } from '../../../lib/number-text.js';
import { metrics, metricValue } from '../../../stats/metrics.js';
import type { List } from '../../../stats/reports/list.js';
import { Amount } from '../../ui/amounts.js';
import { hidden, hiddenBeforeNext, rich } from '../../ui/rich.js';
import { ConversionFigures, conversionColumns, conversionRate } from './conversion-figures.js';
import { isOfGoal } from './goal-columns.js';
import { Name, withVisibleMarks } from './name.js';
import type { PageContext } from './page-context.js';
import { RowName, rowAddress } from './row-name.js';
import type { ShownRow } from './shown-row.js';
import { isSelected } from './view-filters.js';

export interface ListRowsProps {
  readonly shown: PageContext;
  readonly rows: readonly ShownRow[];
  readonly list: List;
}

/** The first rows of a list, with bars. Each links to the view that it filters. */
export const ListRows: FC<ListRowsProps> = ({ shown, rows, list }) => {
  const largest = Math.max(...rows.map(({ percentage }) => percentage));
  return (
    <div class="rows">
      <p class="rows-head" aria-hidden="true">
        <span>{t(list.column)}</span>
        {isOfGoal(list) ? (
          conversionColumns(shown, list).map(({ label, title, class: own = '' }) => (
            <span class={`row-number ${own}`} title={title}>
              {label}
            </span>
          ))
        ) : (
          <>
            {list.second && <span class="row-number">{t(list.second.short)}</span>}
            <span class="row-number">{t(measure(list))}</span>
          </>
        )}
      </p>
      <ol>
        {rows.map((row) => (
          <li data-id={`${row.name} ${row.detail ?? ''}`}>
            <Row {...{ shown, row, list, largest }} />
            {row.sources !== undefined && row.sources.length > 0 && <Sources {...{ shown, list }} rows={row.sources} />}
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
      {isOfGoal(list) ? <ConversionFigures shown={shown} row={row} /> : <RowFigures row={row} list={list} />}
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

const RowFigures: FC<Pick<RowProps, 'row' | 'list'>> = ({ row, list }) => {
  const value = rowMeasure(list, row);
  const [, second] = list.by.metrics.map((metric) => metricValue(metric, row.now));
  return (
    <>
      <span class="muted small row-share">{formatShare({ value, percentage: row.percentage })}</span>
      {list.second && second !== undefined && (
        <span class="muted row-number row-views">
          {rich(list.second.count, { count: second, amount: <Amount value={second} />, hidden: hiddenBeforeNext })}
        </span>
      )}
      <span class="row-number">
        {rich(measureText(list), { count: value, amount: <Amount value={value} />, hidden })}
      </span>
    </>
  );
};

/** Heading of the column of the list's first metric. */
const measure = ({ by }: List): Text => metrics[by.metrics[0] as keyof typeof metrics].label;

const measureText = ({ by }: List): Text =>
  by.metrics[0] === 'clicks'
    ? '{count, plural, one {{amount}<hidden> click</hidden>} other {{amount}<hidden> clicks</hidden>}}'
    : '{count, plural, one {{amount}<hidden> visitor</hidden>} other {{amount}<hidden> visitors</hidden>}}';

const Sources: FC<ListRowsProps> = ({ shown, rows, list }) => (
  <p class="small row-sources">
    {rows.map((row) => (
      <a
        href={rowAddress(shown, row)}
        title={t('{name}: {figures}', { name: withVisibleMarks(row.name), figures: figuresText(list, row) })}
      >
        <Name>{row.name}</Name> <Amount value={rowMeasure(list, row)} />
      </a>
    ))}
  </p>
);

/** Orders the rows. */
export const rowMeasure = ({ by }: List, { now }: ShownRow): number => metricValue(by.metrics[0], now);

export const figuresText = (list: List, row: ShownRow): string =>
  isOfGoal(list)
    ? conversionsText(row.now, conversionRate(row))
    : t('{count, plural, one {# visitor} other {# visitors}}', { count: rowMeasure(list, row) });

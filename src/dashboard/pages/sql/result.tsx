import type { Child, FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { exact } from '../../../lib/number-text.js';
import { isNumber } from '../../../sql/value-types.js';
import { Notice } from '../../ui/form.js';
import { rich } from '../../ui/rich.js';
import { Table } from '../../ui/table.js';
import { EXAMPLES } from './examples.js';
import { ResultChart } from './result-chart.js';
import { cellText, type ResultPreview } from './run-query.js';

export interface QueryResult {
  readonly preview: ResultPreview;
  readonly milliseconds: number;
}

/** Shows rows or an error; before a query has run, examples. A script replaces the element after each run. */
export const Result: FC<{ result: QueryResult | undefined; error: string | undefined }> = ({ result, error }) => (
  <section id="result" class="sql-result stack" aria-label={t('Result')}>
    {result === undefined && error === undefined && <Examples />}
    {error !== undefined && <Notice kind="bad">{error}</Notice>}
    {result !== undefined && <Rows {...result} />}
  </section>
);

const Examples: FC = () => (
  <>
    <h2>{t('Examples')}</h2>
    <ul class="row sql-examples">
      {EXAMPLES.map(({ name, title }) => (
        <li>
          <a href={`/sql?example=${name}`}>{t(title)}</a>
        </li>
      ))}
    </ul>
  </>
);

const MAX_CELL_LENGTH = 500;

const Rows: FC<QueryResult> = ({ preview, milliseconds }) => {
  const { columns, rows, isTruncated } = preview;
  return (
    <>
      <h2 class="sql-count">{describeCount(preview, milliseconds)}</h2>
      {isTruncated && <p class="muted">{t('Download the CSV for all rows.')}</p>}
      <ResultChart preview={preview} />
      {rows.length > 0 && (
        <section class="scrolling sql-rows" tabindex={0} aria-label={t('Rows')}>
          <Table columns={columns.map(({ name, type }) => ({ label: name, isNumber: isNumber(type), title: type }))}>
            {rows.map((row) => (
              <tr>
                {columns.map(({ type }, index) => (
                  <Cell cell={row[index]} isNumeric={isNumber(type)} />
                ))}
              </tr>
            ))}
          </Table>
        </section>
      )}
    </>
  );
};

function describeCount({ rows: { length }, isTruncated }: ResultPreview, milliseconds: number): Child {
  const time = exact(milliseconds);
  const small = (text: Child) => <small class="muted">{text}</small>;
  if (!isTruncated) {
    const values = { count: length, time, small };
    return rich('{count, plural, one {# row} other {# rows}} <small>in {time} ms</small>', values);
  }
  if (length === 0)
    return rich('The first row is too large for this page <small>in {time} ms</small>', { time, small });
  if (length === 1) return rich('The first row <small>in {time} ms</small>', { time, small });
  return rich('The first {count} rows <small>in {time} ms</small>', { count: exact(length), time, small });
}

const Cell: FC<{ cell: unknown; isNumeric: boolean }> = ({ cell, isNumeric }) => {
  const text = cellText(cell);
  if (text === undefined) return <td class={isNumeric ? 'number muted' : 'muted'}>NULL</td>;
  const shown = text.length > MAX_CELL_LENGTH ? `${text.slice(0, MAX_CELL_LENGTH)}…` : text;
  return <td class={isNumeric ? 'number' : undefined}>{shown}</td>;
};

import type { Child, FC } from 'hono/jsx';
import { Amount } from './amounts.js';

export interface Column {
  readonly label: Child;
  readonly isNumber?: boolean;
  /** Of its heading. */
  readonly class?: string;
  readonly title?: string;
  /** Orders the rows by this column. */
  readonly sort?: { readonly href: string; readonly direction: 'ascending' | 'descending' | undefined };
}

/** The children are the rows. */
export const Table: FC<{ columns: readonly Column[]; class?: string; caption?: Child; children?: Child }> = (props) => (
  <table class={props.class === undefined ? 'table' : `table ${props.class}`}>
    {props.caption !== undefined && <caption class="muted small">{props.caption}</caption>}
    <thead>
      <tr>
        {props.columns.map(({ label, isNumber = false, title, sort, class: own = isNumber ? 'number' : undefined }) => (
          <th scope="col" class={own} title={title} aria-sort={sort?.direction}>
            {sort === undefined ? label : <SortLink {...sort}>{label}</SortLink>}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{props.children}</tbody>
  </table>
);

const SortLink: FC<NonNullable<Column['sort']> & { readonly children?: Child }> = ({ href, direction, children }) => (
  <a href={href} class="sort">
    {children}
    {direction !== undefined && <span aria-hidden="true">{direction === 'descending' ? ' ↓' : ' ↑'}</span>}
  </a>
);

export const AmountCell: FC<{ value: number }> = ({ value }) => (
  <td class="number">
    <Amount value={value} />
  </td>
);

import type { Child, FC } from 'hono/jsx';
import { Amount } from './amounts.js';

export interface Column {
  readonly label: Child;
  readonly isNumber?: boolean;
  /** Of its heading. */
  readonly class?: string;
  readonly title?: string;
}

/** The children are the rows. */
export const Table: FC<{ columns: readonly Column[]; class?: string; caption?: Child; children?: Child }> = (props) => (
  <table class={props.class === undefined ? 'table' : `table ${props.class}`}>
    {props.caption !== undefined && <caption class="muted small">{props.caption}</caption>}
    <thead>
      <tr>
        {props.columns.map(({ label, isNumber = false, title, class: own = isNumber ? 'number' : undefined }) => (
          <th scope="col" class={own} title={title}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{props.children}</tbody>
  </table>
);

export const AmountCell: FC<{ value: number }> = ({ value }) => (
  <td class="number">
    <Amount value={value} />
  </td>
);

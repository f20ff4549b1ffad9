import type { FC } from 'hono/jsx';
import { type Text, t } from '../../lib/language/translate.js';
import { exact, formatShare } from '../../lib/number-text.js';
import { oneLine } from '../../lib/text.js';
import { look } from './look.js';
import type { Row } from './notice-content.js';

const units = {
  visitors: { column: 'Visitors', titled: '{title} (visitors)' },
  clicks: { column: 'Clicks', titled: '{title} (clicks)' },
} as const satisfies Readonly<Record<string, { readonly column: Text; readonly titled: Text }>>;

/** The first rows of a list, such as the pages of a week. */
export interface ShownList {
  readonly title: string;
  /** What its numbers count. */
  readonly unit: keyof typeof units;
  readonly rows: readonly Row[];
}

const MAX_NAME = 70;
const NUMBER_WIDTH = 12;

export const List: FC<ShownList> = ({ title, unit, rows }) => (
  <>
    <h2 {...look('heading')}>{title}</h2>
    <table {...look('table')}>
      <thead {...look('hidden')}>
        <tr>
          <th scope="col">{t('Name')}</th>
          <th scope="col">{t(units[unit].column)}</th>
          <th scope="col">{t('Share')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr>
            <td {...look('label')}>{oneLine(row.label ?? row.name, MAX_NAME)}</td>
            <td {...look('value')}>{exact(row.value)}</td>
            <td {...look('change')}>{formatShare(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
);

/** The list as plain text, after an empty line. */
export const writeList = ({ title, unit, rows }: ShownList): readonly string[] => [
  '',
  t(units[unit].titled, { title }),
  ...rows.map(({ name, label = name, value }) => `${exact(value).padStart(NUMBER_WIDTH)}  ${oneLine(label, MAX_NAME)}`),
];

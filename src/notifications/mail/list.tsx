import type { FC } from 'hono/jsx';
import { type Text, t } from '../../lib/language/translate.js';
import { conversionsText, exact, formatShare, rateText } from '../../lib/number-text.js';
import { oneLine } from '../../lib/text.js';
import { look } from './look.js';
import type { Row } from './notice-content.js';

const units = {
  visitors: { column: 'Visitors', titled: '{title} (visitors)' },
  clicks: { column: 'Clicks', titled: '{title} (clicks)' },
  conversions: { column: 'Conversions', titled: '{title} (conversions)' },
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
      {unit === 'conversions' ? (
        <thead>
          <tr>
            <th scope="col" {...look('label', 'before')}>
              {t('Name')}
            </th>
            <th scope="col" {...look('change')}>
              {t('Visitors')}
            </th>
            <th scope="col" {...look('change')}>
              {t('Conv.')}
            </th>
            <th scope="col" {...look('change')}>
              {t('Rate')}
            </th>
          </tr>
        </thead>
      ) : (
        <thead {...look('hidden')}>
          <tr>
            <th scope="col">{t('Name')}</th>
            <th scope="col">{t(units[unit].column)}</th>
            <th scope="col">{t('Share')}</th>
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row) => (
          <tr>
            <td {...look('label')}>{oneLine(row.label ?? row.name, MAX_NAME)}</td>
            {unit === 'conversions' && <td {...look('change')}>{exact(row.visitors ?? 0)}</td>}
            <td {...look('value')}>{exact(row.value)}</td>
            <td {...look('change')}>{unit === 'conversions' ? rateText(row.rate ?? 0) : formatShare(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
);

/** The list as plain text, after an empty line. */
export function writeList({ title, unit, rows }: ShownList): readonly string[] {
  const figures = rows.map(({ value, visitors = 0, rate }) =>
    rate === undefined ? exact(value) : conversionsText({ conversions: value, visitors }, rate),
  );
  const width = Math.max(NUMBER_WIDTH, ...figures.map(({ length }) => length));
  const lines = rows.map(
    ({ name, label = name }, place) => `${figures[place]!.padStart(width)}  ${oneLine(label, MAX_NAME)}`,
  );
  return ['', t(units[unit].titled, { title }), ...lines];
}

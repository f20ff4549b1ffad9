import type { FC } from 'hono/jsx';
import { type Text, t } from '../../../lib/language/translate.js';
import { changeText, exact, rateText } from '../../../lib/number-text.js';
import type { ChangedRow } from '../../../stats/changes/find-change.js';
import type { TraitName } from '../../../stats/changes/traits.js';
import { dimensions, displayValue, findDimension } from '../../../stats/dimensions.js';
import { OTHER } from '../../../stats/names.js';
import type { IconProps } from '../../ui/icons.js';
import { rich } from '../../ui/rich.js';
import { Table } from '../../ui/table.js';
import { comparedWith, type PageContext } from './page-context.js';
import type { ShownChange } from './read-change.js';
import { RowName, selectedAddress } from './row-name.js';

interface Props {
  readonly shown: PageContext;
  readonly found: Exclude<ShownChange, { readonly failure: string }>;
}

/** The rows of a dimension that are shown on their own. */
const MAX_ROWS = 8;

/** Changes in tracking or data, and the arithmetic of a change: by each dimension the rows that add up to it. */
export const WhatChanged: FC<Props> = ({ shown, found }) => {
  const names = [...new Set(found.rows.map(({ dimension }) => dimension))];
  return (
    <div class="changes">
      {found.facts.length > 0 && (
        <section class="changes-facts">
          <h2>{t('Tracking and data')}</h2>
          <ul class="bullets">
            {found.facts.map(({ text }) => (
              <li>{text}</li>
            ))}
          </ul>
        </section>
      )}
      <Sum shown={shown} found={found} />
      <fieldset class="changes-by">
        <legend class="visually-hidden">{t('Break down by')}</legend>
        {names.map((name, place) => (
          <>
            <input
              class="visually-hidden"
              type="radio"
              name="changes-by"
              id={`changes-${name}`}
              checked={place === 0}
              autocomplete="off"
            />
            <label for={`changes-${name}`}>{t(dimensions[name].label)}</label>
            <Rows shown={shown} found={found} name={name} />
          </>
        ))}
      </fieldset>
    </div>
  );
};

const Sum: FC<Props> = ({ shown, found: { metric, explanation, split } }) => {
  const { now, before } = explanation;
  const sum = (
    <>
      {`${exact(now)} − ${exact(before)} = `}
      <strong>{t(metricChanges[metric], { change: changeText(now - before) })}</strong>
    </>
  );
  return (
    <p class="changes-sum">
      {split === undefined ? rich('{sum}.', { sum }) : rich(SPLIT_SUM, { sum, ...splitValues(split) })}{' '}
      <span class="muted">
        {t('{range}, compared with {compared}.', { range: shown.range.span, compared: comparedWith(shown) })}
        {metric === 'visitors' && ` ${t('A visitor counts by the first visit in the period.')}`}
      </span>
    </p>
  );
};

/** `{sum}` is an equation, as in `120 − 100 = +20 conversions`. */
const SPLIT_SUM: Text =
  '{sum}: {traffic} from {visits, select, fewer {fewer} other {more}} visits, {rate} from a {level, select, lower {lower} other {higher}} rate ({rateBefore} → {rateNow} of visits).';

const splitValues = ({ traffic, rate, before, now }: NonNullable<Props['found']['split']>) => ({
  traffic: changeText(traffic),
  visits: traffic < 0 ? 'fewer' : 'more',
  rate: changeText(rate),
  level: rate < 0 ? 'lower' : 'higher',
  rateBefore: rateText(before),
  rateNow: rateText(now),
});

const metricChanges: Readonly<Record<Props['found']['metric'], Text>> = {
  visitors: '{change} visitors',
  visits: '{change} visits',
  pageviews: '{change} pageviews',
  conversions: '{change} conversions',
};

/** The largest changes, and the sum of the others. */
const Rows: FC<Props & { readonly name: TraitName }> = ({ shown, found, name }) => {
  const own = found.rows.filter(({ dimension }) => dimension === name);
  const named = own.filter(({ value }) => value !== OTHER);
  const listed = named.slice(0, named.length === MAX_ROWS + 1 ? named.length : MAX_ROWS);
  const others = own.filter((row) => !listed.includes(row));
  const isOfConversions = found.split !== undefined;
  const cells = { bars: scaleBars([...listed, addUp(others)]), isOfConversions };
  return (
    <div class="changes-rows">
      <Table
        class="list-table changes-table"
        columns={[
          { label: t(dimensions[name].label) },
          { label: t('Before'), isNumber: true, class: 'number changes-count' },
          { label: t('Now'), isNumber: true, class: 'number changes-count' },
          { label: t('Change'), isNumber: true },
          { label: <span class="visually-hidden">{t('Size of the change')}</span>, class: 'changes-bar' },
          ...(isOfConversions ? [{ label: t('Rate per visit'), isNumber: true, class: 'number changes-rate' }] : []),
        ]}
      >
        {listed.map((row) => (
          <tr>
            <th scope="row">
              <span class="clamped">
                <RowName
                  row={{ name: showName(row), ...findIcon(row) }}
                  href={row.value === '' ? undefined : selectedAddress(shown, { [name]: row.value })}
                />
              </span>
            </th>
            <Cells row={row} {...cells} />
          </tr>
        ))}
        {others.length > 0 && (
          <tr>
            <th scope="row" class="muted">
              {others.some(({ value }) => value === OTHER)
                ? t('All others')
                : t('{count, plural, one {# other} other {# others}}', { count: others.length })}
            </th>
            <Cells row={addUp(others)} {...cells} />
          </tr>
        )}
        <tr class="changes-total">
          <th scope="row">{t('Total')}</th>
          <Cells row={addUp(own)} isOfConversions={isOfConversions} />
        </tr>
      </Table>
    </div>
  );
};

type Counts = Pick<ChangedRow, 'before' | 'now' | 'visits'>;

/** The largest decrease and increase, between which lies the axis of a table's bars. */
interface BarScale {
  readonly down: number;
  readonly up: number;
}

function scaleBars(rows: readonly Counts[]): BarScale {
  const changes = rows.map(({ now, before }) => now - before);
  return { down: -Math.min(0, ...changes), up: Math.max(0, ...changes) };
}

const Bar: FC<BarScale & { readonly change: number }> = ({ down, up, change }) => {
  const toPercent = (size: number) => `${((size / (down + up)) * 100).toFixed(1)}%`;
  return (
    <svg class={change > 0 ? 'good' : 'bad'} aria-hidden="true">
      <rect x={toPercent(down + Math.min(0, change))} width={toPercent(Math.abs(change))} height="100%" rx="2" />
    </svg>
  );
};

interface CellsProps {
  readonly row: Counts;
  readonly bars?: BarScale;
  readonly isOfConversions: boolean;
}

const Cells: FC<CellsProps> = ({ row: { before, now, visits }, bars, isOfConversions }) => {
  const change = now - before;
  return (
    <>
      <td class="number changes-count">{exact(before)}</td>
      <td class="number changes-count">{exact(now)}</td>
      <td class="number">{changeText(change)}</td>
      <td class="changes-bar">{bars !== undefined && change !== 0 && <Bar {...bars} change={change} />}</td>
      {isOfConversions && (
        <td class="number changes-rate">{visits !== undefined && rateChange(visits, { before, now })}</td>
      )}
    </>
  );
};

type Pair = { readonly before: number; readonly now: number };

/** As in `7.0% → 5.1%`, conversions for each visit. */
const rateChange = (visits: Pair, conversions: Pair): string =>
  (['before', 'now'] as const)
    .map((side) => (visits[side] === 0 ? '—' : rateText(conversions[side] / visits[side])))
    .join(' → ');

const addUp = (rows: readonly ChangedRow[]): Counts => {
  const add = (read: (row: ChangedRow) => number) => rows.reduce((sum, row) => sum + read(row), 0);
  const visits = { before: add((row) => row.visits?.before ?? 0), now: add((row) => row.visits?.now ?? 0) };
  return { before: add(({ before }) => before), now: add(({ now }) => now), visits };
};

const showName = ({ dimension, value }: ChangedRow): string =>
  value === '' ? t('(none)') : displayValue(dimension, value);

const findIcon = ({ dimension, value }: ChangedRow): { readonly icon?: IconProps } => {
  const kind = findDimension(dimension).icon;
  return kind === undefined || value === '' ? {} : { icon: { kind, name: value } };
};

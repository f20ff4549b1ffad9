import type { Child, FC } from 'hono/jsx';
import { exact, formatShare, wordFor } from '../../../lib/number-text.js';
import { Amount } from '../../ui/amounts.js';
import { type MapCountry, WorldMap } from '../../ui/charts/world-map.js';
import { world } from '../../world.js';
import { viewAddress } from './base-path.js';
import { ConversionFigures, conversionColumns, conversionsText } from './conversion-figures.js';
import { Name, withVisibleMarks } from './name.js';
import type { PageContext } from './page-context.js';
import { type PanelRows, tabList } from './read-figures.js';
import { RowName, rowAddress } from './row-name.js';
import { emptyText, listFor, type ShownList, shownLists } from './shown-lists.js';
import type { ShownRow } from './shown-row.js';
import { openTabs, type PanelName, panelTabs, type Tab } from './view.js';
import { isSelected } from './view-filters.js';

export const panelTitles: Readonly<Record<PanelName, string>> = {
  sources: 'Sources',
  content: 'Pages',
  places: 'Locations',
  technology: 'Technology',
  events: 'Custom events',
};

/** As many as fit on a line. */
const MAX_NOT_ON_MAP = 3;

interface PanelProps {
  readonly shown: PageContext;
  readonly name: PanelName;
  readonly content: PanelRows;
  /** Below the rows. */
  readonly children?: Child;
}

/** Tabs, which are links, and the first rows of the selected one. */
export const Panel: FC<PanelProps> = ({ shown, name, content, children }) => {
  const { place, view } = shown;
  const tab: Tab = view.tabs[name];
  const list = listFor(tabList(tab), shown);
  const rows = 'rows' in content ? content.rows : [];
  return (
    <section class="card panel" id={name} aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`} class="visually-hidden">
        {panelTitles[name]}
      </h2>
      <Tabs shown={shown} name={name} />
      {'failure' in content ? (
        <p class="empty panel-empty">{`${content.failure}.`}</p>
      ) : rows.length === 0 ? (
        <p class="empty panel-empty">
          {emptyText(list, view)}{' '}
          {name === 'events' && place.own && <a href={`${place.path}/snippet#events`}>Track custom events</a>}
        </p>
      ) : (
        <PanelContent {...{ shown, rows, tab }} />
      )}
      {children}
      {rows.length > 0 && (
        <p class="panel-foot">
          <a class="muted small all-link" href={viewAddress(place, view, { list: list.path })}>
            {`All ${list.title.toLowerCase()}`} <span aria-hidden="true">→</span>
          </a>
        </p>
      )}
    </section>
  );
};

const Tabs: FC<Pick<PanelProps, 'shown' | 'name'>> = ({ shown: { place, view }, name }) => {
  const selected: Tab = view.tabs[name];
  const tabs: readonly Tab[] = panelTabs[name];
  const more = tabs.slice(openTabs[name]);
  const link = (tab: Tab, own?: string) => (
    <a
      class={own}
      href={`${viewAddress(place, { ...view, tabs: { ...view.tabs, [name]: tab } })}#${name}`}
      aria-current={tab === selected ? 'true' : undefined}
    >
      {tabTitle(tab)}
    </a>
  );
  return (
    <ul class="panel-tabs">
      {tabs.slice(0, openTabs[name]).map((tab) => (
        <li>{link(tab, 'tab')}</li>
      ))}
      {more.length > 0 && (
        <li>
          <details class="menu">
            <summary class="tab" aria-current={more.includes(selected) ? 'true' : undefined}>
              {more.includes(selected) ? tabTitle(selected) : 'More'} <span aria-hidden="true">▾</span>
            </summary>
            <div class="menu-content">{more.map((tab) => link(tab))}</div>
          </details>
        </li>
      )}
    </ul>
  );
};

const tabTitle = (tab: Tab): string => (tab === 'map' ? 'Map' : shownLists[tab].title);

interface RowsProps {
  readonly shown: PageContext;
  readonly rows: readonly ShownRow[];
}

const PanelContent: FC<RowsProps & { readonly tab: Tab }> = ({ shown, rows, tab }) => {
  const list = listFor(tabList(tab), shown);
  const largest = Math.max(...rows.map(({ percentage }) => percentage));
  if (tab === 'map') {
    const label = list.isOfGoal ? 'Conversions by country' : 'Visitors by country';
    return (
      <>
        <WorldMap label={label} countries={rows.map((row) => mapCountry(shown, row))} />
        <NotOnMap shown={shown} rows={rows} />
      </>
    );
  }
  return (
    <div class="rows">
      <p class="rows-head" aria-hidden="true">
        <span>{list.column}</span>
        {list.isOfGoal ? (
          conversionColumns(shown, list).map(({ label, title, class: own = '' }) => (
            <span class={`row-number ${own}`} title={title}>
              {label}
            </span>
          ))
        ) : (
          <>
            {list.second && <span class="row-number">{list.second.short}</span>}
            <span class="row-number">{list.measure}</span>
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

interface RowProps {
  readonly shown: PageContext;
  readonly row: ShownRow;
  readonly list: ShownList;
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
    {row.second !== undefined && (
      <span class="muted row-number row-views">
        <Amount value={row.second} />
        <span class="visually-hidden">{` ${wordFor(row.second, list.second?.word ?? '')}, `}</span>
      </span>
    )}
    <span class="row-number">
      <Amount value={row.value} />
      <span class="visually-hidden">{` ${wordFor(row.value, list.measure === 'Clicks' ? 'click' : 'visitor')}`}</span>
    </span>
  </>
);

const Sources: FC<RowsProps> = ({ shown, rows }) => (
  <p class="small row-sources">
    {rows.map((row) => (
      <a href={rowAddress(shown, row)} title={`${withVisibleMarks(row.name)}: ${figuresText(row)}`}>
        <Name>{row.name}</Name> <Amount value={rowMeasure(row)} />
      </a>
    ))}
  </p>
);

/** Countries missing from the map. */
const NotOnMap: FC<RowsProps> = ({ shown, rows }) => {
  const left = rows.filter(({ filters }) => !world().codes.has(filters?.country ?? '')).slice(0, MAX_NOT_ON_MAP);
  if (left.length === 0) return null;
  return (
    <p class="muted">
      <small>
        {'Not on the map: '}
        {left.map((row, index) => (
          <>
            {index > 0 && ', '}
            <a href={rowAddress(shown, row)}>
              {row.name} <Amount value={rowMeasure(row)} />
              <span class="visually-hidden">{` ${wordFor(rowMeasure(row), row.conversions ? 'conversion' : 'visitor')}`}</span>
            </a>
          </>
        ))}
      </small>
    </p>
  );
};

const mapCountry = (shown: PageContext, row: ShownRow): MapCountry => ({
  code: row.filters?.country ?? '',
  label: `${row.name}: ${figuresText(row)}${row.conversions === undefined ? `, ${formatShare(row)}` : ''}`,
  value: rowMeasure(row),
  href: rowAddress(shown, row),
});

/** Orders the rows. */
const rowMeasure = ({ value, conversions }: ShownRow): number => conversions?.count ?? value;

const figuresText = (row: ShownRow): string =>
  row.conversions === undefined
    ? `${exact(row.value)} ${wordFor(row.value, 'visitor')}`
    : conversionsText(row, row.conversions);

import type { Child, FC } from 'hono/jsx';
import { type Text, t } from '../../../lib/language/translate.js';
import { formatShare } from '../../../lib/number-text.js';
import { Amount } from '../../ui/amounts.js';
import { type MapCountry, WorldMap } from '../../ui/charts/world-map.js';
import { hidden, rich } from '../../ui/rich.js';
import { toSentence } from '../../ui/sentence.js';
import { world } from '../../world.js';
import { viewAddress } from './base-path.js';
import { figuresText, ListRows, type ListRowsProps, rowMeasure } from './list-rows.js';
import type { PageContext } from './page-context.js';
import { type PanelRows, tabList } from './read-figures.js';
import { rowAddress } from './row-name.js';
import { emptyText, listFor, listTexts, shownLists } from './shown-lists.js';
import type { ShownRow } from './shown-row.js';
import { openTabs, type PanelName, panelTabs, type Tab } from './view.js';

export const panelTitles: Readonly<Record<PanelName, Text>> = {
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
        {t(panelTitles[name])}
      </h2>
      <Tabs shown={shown} name={name} />
      {'failure' in content ? (
        <p class="empty panel-empty">{toSentence(content.failure)}</p>
      ) : rows.length === 0 ? (
        <p class="empty panel-empty">
          {emptyText(list, view)}{' '}
          {name === 'events' && place.own && <a href={`${place.path}/snippet#events`}>{t('Track custom events')}</a>}
        </p>
      ) : (
        <PanelContent {...{ shown, rows, tab }} />
      )}
      {children}
      {rows.length > 0 && (
        <p class="panel-foot">
          <a class="muted small all-link" href={viewAddress(place, view, { list: list.path })}>
            {t(listTexts[list.path].all)} <span aria-hidden="true">→</span>
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
              {more.includes(selected) ? tabTitle(selected) : t('More')} <span aria-hidden="true">▾</span>
            </summary>
            <div class="menu-content">{more.map((tab) => link(tab))}</div>
          </details>
        </li>
      )}
    </ul>
  );
};

const tabTitle = (tab: Tab): string => (tab === 'map' ? t('Map') : t(shownLists[tab].title));

type RowsProps = Omit<ListRowsProps, 'list'>;

const PanelContent: FC<RowsProps & { readonly tab: Tab }> = ({ shown, rows, tab }) => {
  const list = listFor(tabList(tab), shown);
  if (tab === 'map') {
    const label = list.isOfGoal ? t('Conversions by country') : t('Visitors by country');
    return (
      <>
        <WorldMap label={label} countries={rows.map((row) => mapCountry(shown, row))} />
        <NotOnMap shown={shown} rows={rows} />
      </>
    );
  }
  return <ListRows {...{ shown, rows, list }} />;
};

/** Countries missing from the map. */
const NotOnMap: FC<RowsProps> = ({ shown, rows }) => {
  const left = rows.filter(({ filters }) => !world().codes.has(filters?.country ?? '')).slice(0, MAX_NOT_ON_MAP);
  if (left.length === 0) return null;
  return (
    <p class="muted">
      <small>
        {rich('Not on the map: {countries}', {
          countries: (
            <>
              {left.map((row, index) => (
                <>
                  {index > 0 && ', '}
                  <a href={rowAddress(shown, row)}>
                    {row.name}{' '}
                    {rich(measureText(row), {
                      count: rowMeasure(row),
                      amount: <Amount value={rowMeasure(row)} />,
                      hidden,
                    })}
                  </a>
                </>
              ))}
            </>
          ),
        })}
      </small>
    </p>
  );
};

const measureText = ({ conversions }: ShownRow): Text =>
  conversions
    ? '{count, plural, one {{amount}<hidden> conversion</hidden>} other {{amount}<hidden> conversions</hidden>}}'
    : '{count, plural, one {{amount}<hidden> visitor</hidden>} other {{amount}<hidden> visitors</hidden>}}';

const mapCountry = (shown: PageContext, row: ShownRow): MapCountry => ({
  code: row.filters?.country ?? '',
  label:
    row.conversions === undefined
      ? t('{name}: {figures}, {share}', { name: row.name, figures: figuresText(row), share: formatShare(row) })
      : t('{name}: {figures}', { name: row.name, figures: figuresText(row) }),
  value: rowMeasure(row),
  href: rowAddress(shown, row),
});

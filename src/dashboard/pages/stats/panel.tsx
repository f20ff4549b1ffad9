import type { Child, FC } from 'hono/jsx';
import { type Text, t } from '../../../lib/language/translate.js';
import { formatShare } from '../../../lib/number-text.js';
import type { List } from '../../../stats/reports/list.js';
import { Amount } from '../../ui/amounts.js';
import { type MapCountry, WorldMap } from '../../ui/charts/world-map.js';
import { hidden, rich } from '../../ui/rich.js';
import { toSentence } from '../../ui/sentence.js';
import { world } from '../../world.js';
import { viewAddress } from './base-path.js';
import { isOfGoal } from './goal-columns.js';
import { figuresText, ListRows, type ListRowsProps, rowMeasure } from './list-rows.js';
import type { PageContext } from './page-context.js';
import { type PanelRows, tabList } from './read-figures.js';
import { rowAddress } from './row-name.js';
import { emptyText, listFor, shownLists } from './shown-lists.js';
import type { ShownRow } from './shown-row.js';
import { type PanelName, type PanelTabs, panels, type Tab } from './view.js';
import { listSqlAddress } from './view-sql.js';

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
        {t(panels[name].title)}
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
        <PanelContent {...{ shown, rows, list, tab }} />
      )}
      {children}
      {rows.length > 0 && (
        <p class="panel-foot">
          <a class="muted small all-link" href={viewAddress(place, view, { list: list.path })}>
            {t(list.texts.all)} <span aria-hidden="true">→</span>
          </a>
          {listSqlAddress(shown, list) !== undefined && (
            <a class="muted small sql-link" href={viewAddress(place, view, { list: list.path, as: 'sql' })}>
              {t('Open as SQL')}
            </a>
          )}
        </p>
      )}
    </section>
  );
};

const Tabs: FC<Pick<PanelProps, 'shown' | 'name'>> = ({ shown: { place, view }, name }) => {
  const selected: Tab = view.tabs[name];
  const { tabs, openTabs }: PanelTabs = panels[name];
  const more = tabs.slice(openTabs);
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
      {tabs.slice(0, openTabs).map((tab) => (
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

const PanelContent: FC<ListRowsProps & { readonly tab: Tab }> = ({ shown, rows, list, tab }) => {
  if (tab === 'map') {
    const label = isOfGoal(list) ? t('Conversions by country') : t('Visitors by country');
    return (
      <>
        <WorldMap label={label} countries={rows.map((row) => mapCountry({ shown, list }, row))} />
        <NotOnMap {...{ shown, rows, list }} />
      </>
    );
  }
  return <ListRows {...{ shown, rows, list }} />;
};

/** Countries missing from the map. */
const NotOnMap: FC<ListRowsProps> = ({ shown, rows, list }) => {
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
                    {rich(measureText(list), {
                      count: rowMeasure(list, row),
                      amount: <Amount value={rowMeasure(list, row)} />,
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

const measureText = (list: List): Text =>
  isOfGoal(list)
    ? '{count, plural, one {{amount}<hidden> conversion</hidden>} other {{amount}<hidden> conversions</hidden>}}'
    : '{count, plural, one {{amount}<hidden> visitor</hidden>} other {{amount}<hidden> visitors</hidden>}}';

function mapCountry({ shown, list }: Omit<ListRowsProps, 'rows'>, row: ShownRow): MapCountry {
  const { name, percentage, filters } = row;
  const [value, figures] = [rowMeasure(list, row), figuresText(list, row)];
  return {
    code: filters?.country ?? '',
    label: isOfGoal(list)
      ? t('{name}: {figures}', { name, figures })
      : t('{name}: {figures}, {share}', { name, figures, share: formatShare({ value, percentage }) }),
    value,
    href: rowAddress(shown, row),
  };
}

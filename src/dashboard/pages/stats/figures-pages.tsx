import { withDeadline } from '../../../clickhouse/clickhouse.js';
import { streamed } from '../../../http/server/streamed.js';
import { AppError, invalidField } from '../../../lib/errors.js';
import { keepLanguage } from '../../../lib/language/language.js';
import { t } from '../../../lib/language/translate.js';
import type { List } from '../../../stats/reports/list.js';
import type { ListPath } from '../../../stats/reports/lists.js';
import { PROPERTIES, propertyList, propertyTexts } from '../../../stats/reports/property-list.js';
import { explainPattern } from '../../../stats/rows/patterns.js';
import { localDate } from '../../../time/index.js';
import type { PageRoute, Visit } from '../../page-route.js';
import { favicon } from '../../ui/favicon.js';
import { CHANGES, CHART, MATCHING, SEGMENT_SIZES, viewAddress } from './base-path.js';
import { ChangesContent, changesTitle } from './changes-content.js';
import { csvText, fileName } from './csv.js';
import { deferredSections, type Section } from './deferred-sections.js';
import { pageTitle } from './figures-content.js';
import { figuresDocument } from './figures-document.js';
import { fileColumns, PROPERTY, readerFor, readListParameters, readSort } from './list-columns.js';
import { ListContent, listTitle } from './list-content.js';
import { mayExplain, mayShowList } from './one-view.js';
import { orFailure } from './or-failure.js';
import type { PageContext } from './page-context.js';
import { mayFilterBy, readDimension, readTypedFilter } from './parse-view.js';
import { listProperties, readAddress } from './read-address.js';
import { readChange, whyNotExplained } from './read-change.js';
import { readContent, readNotesAlone } from './read-content.js';
import { toScope } from './read-figures.js';
import { readSegmentSizes, SegmentCounts } from './segment-sizes.js';
import { listFor, listPaths } from './shown-lists.js';
import { countFiltered, otherConditions, suggestPart } from './suggest-part.js';
import { suggestValues } from './suggest-values.js';
import { Suggestions } from './suggestions.js';
import { filterOperators, isProperty } from './view-filter.js';
import { isFilterValue, readAlternative } from './view-filters.js';
import { chartSqlAddress, listSqlAddress } from './view-sql.js';
import { withFrame } from './with-frame.js';

const MAX_SUGGESTIONS = 10;

/** For what a shared link does not have. */
const notFound = () => new AppError('not_found', [t('Not found')]);

const figuresPage = (path: string, show: PageRoute<'figures'>['show']): PageRoute<'figures'> => ({
  path: `/websites/:id${path}`,
  access: 'figures',
  show,
});

const figures = figuresPage(
  '',
  withFrame({ current: 'dashboard', title: pageTitle, more: readNotesAlone }, async (visit) => {
    const { shown, redirect } = await readAddress(visit);
    if (redirect !== undefined) return visit.context.redirect(redirect, 303);
    return figuresDocument(visit, pageTitle(shown), await readContent(visit, shown), { current: 'dashboard', shown });
  }),
);

type WholeListPath = ListPath | typeof PROPERTIES;

/** Undefined if the address names no property and the events of the view have none. */
async function findList(
  path: WholeListPath,
  { clickhouse, parameters }: Visit<'figures'>,
  shown: PageContext,
): Promise<List | undefined> {
  if (path !== PROPERTIES) return listFor(path, shown);
  const name = parameters.get(PROPERTY);
  // Those of the form for filters are missing where they would take long.
  const [first] = name || shown.properties.length > 0 ? shown.properties : await listProperties(clickhouse, shown);
  const property = name ? readDimension(`property:${name}`) : first;
  return property !== undefined && isProperty(property) ? propertyList(property) : undefined;
}

/** The whole list that the address selects; undefined without a property. */
async function readList(visit: Visit<'figures'>, path: WholeListPath) {
  const { place, parameters } = visit;
  if (!mayShowList(place, path)) throw notFound();
  const address = await readAddress(visit, path, readListParameters(parameters));
  return { ...address, list: await findList(path, visit, address.shown) };
}

/** All rows of a list, a page at a time. */
const wholeList = (path: WholeListPath) =>
  figuresPage(
    `/${path}`,
    withFrame(
      {
        list: path,
        own: ({ parameters }) => readListParameters(parameters),
        title: (shown) => listTitle(shown, path === PROPERTIES ? propertyTexts : listFor(path, shown)),
      },
      async (visit) => {
        const { list, shown, redirect, search, part } = await readList(visit, path);
        if (redirect !== undefined || list === undefined)
          return visit.context.redirect(redirect ?? viewAddress(visit.place, shown.view), 303);
        const sort = readSort(list, shown, visit.parameters);
        const reader = readerFor(list, sort, shown);
        const rows = await reader.part(visit.clickhouse, toScope(shown), search, part).catch(explainPattern);
        const content = <ListContent {...{ shown, list, sort, search, rows }} />;
        return figuresDocument(visit, listTitle(shown, list), content, { shown });
      },
    ),
  );

/** The same rows as a complete file, streamed. */
const listFile = (path: WholeListPath) =>
  figuresPage(`/${path}.csv`, async (visit) => {
    const { context, website, place, clickhouse, parameters } = visit;
    const { list, shown, search } = await readList(visit, path);
    if (list === undefined) return context.redirect(viewAddress(place, shown.view), 303);
    const sort = fileColumns(list, readSort(list, shown, parameters));
    const batches = readerFor(list, sort, shown).all(clickhouse, toScope(shown), search);
    const lines = keepLanguage(csvText({ ...list, columns: sort.columns }, batches));
    const text = () => lines;
    return streamed(context, place.files?.runWhileRead(text) ?? text(), {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${fileName(website.domain, shown.range.days, path)}.csv"`,
      'Cache-Control': 'no-store',
      Vary: 'Accept-Encoding',
    });
  });

/** Redirects to the SQL page with the statement of the address, or back to the view if it has none. */
const asSql = (path: string, find: (shown: PageContext, search: string) => string | undefined) =>
  figuresPage(`/${path}.sql`, async (visit) => {
    const { shown, search } = await readAddress(visit);
    const list = listPaths.find((each) => each === path);
    const address = find(shown, search) ?? viewAddress(visit.place, shown.view, { list, search });
    return visit.context.redirect(address, 303);
  });

const listAsSql = (path: ListPath) =>
  asSql(path, (shown, search) => listSqlAddress(shown, listFor(path, shown), search));

/** What changed, as a page of its own. */
const changes = figuresPage(
  `/${CHANGES}`,
  withFrame({ list: CHANGES, title: changesTitle }, async (visit) => {
    if (!mayExplain(visit.place)) throw notFound();
    const { shown, redirect } = await readAddress(visit, CHANGES);
    if (redirect !== undefined) return visit.context.redirect(redirect, 303);
    const found = whyNotExplained(shown) === undefined ? await readChange(visit, shown) : undefined;
    return figuresDocument(visit, changesTitle(shown), <ChangesContent shown={shown} found={found} />, { shown });
  }),
);

/** The script loads the section after the page. */
const deferredSection = ([name, section]: [name: string, Section]) =>
  figuresPage(`/${name}`, async (visit) => {
    const { website, place, deps } = visit;
    if (section.isFor?.(place) === false) throw notFound();
    return figuresDocument(
      visit,
      `${t(section.title)} · ${website.name}`,
      <div id="section" data-today={localDate(deps.now(), website.timezone)}>
        {await section.read(visit)}
      </div>,
    );
  });

/** Suggestions for a typed text, as options of a list. With an operator, the text can be taken as a part of values. */
const suggestions = figuresPage('/suggest', async (visit) => {
  if (visit.place.oneView !== undefined) throw notFound();
  const { shown, search } = await readAddress(visit);
  const dimension = readDimension(visit.parameters.get('by') ?? '');
  if (dimension === undefined || !mayFilterBy(visit.place, dimension)) throw invalidField('by', t('must be a filter'));
  const operator = filterOperators.find((each) => each === visit.parameters.get('op'));
  const typed = { dimension, operator: operator ?? 'is', ...readAlternative(visit.parameters) } as const;
  const others = otherConditions(shown, typed);
  const [found, part] = await Promise.all([
    suggestValues(visit.clickhouse, toScope({ ...shown, conditions: others }), dimension, search),
    operator && isFilterValue(search) ? orFailure(suggestPart(visit.clickhouse, shown, typed, search)) : undefined,
  ]).catch(explainPattern);
  const props = { part: part && 'failure' in part ? undefined : part, operator };
  return <Suggestions suggestions={found.slice(0, MAX_SUGGESTIONS)} {...props} />;
});

/** The form works without the number, and people do not wait longer for it. */
const MATCHING_MS = 2_000;

/** How many visitors match the view with the filter that is typed into the form, as it would be applied. */
const matching = figuresPage(`/${MATCHING}`, async (visit) => {
  const { place, clickhouse, parameters } = visit;
  if (place.oneView !== undefined) throw notFound();
  if (readTypedFilter(parameters) === undefined) return <p />;
  const { shown, redirectView } = await readAddress(visit);
  if (redirectView === undefined) return <p />;
  const count = await orFailure(
    countFiltered(withDeadline(clickhouse, MATCHING_MS), shown, redirectView.filters).catch(explainPattern),
  );
  if (typeof count !== 'number') return <p />;
  return <p id="matching">{t('{count, plural, one {# visitor matches} other {# visitors match}}', { count })}</p>;
});

/** Visitors of each segment under the filters of the view. The script loads them when the menu of segments is opened. */
const segmentSizes = figuresPage(`/${SEGMENT_SIZES}`, async (visit) => {
  if (!visit.place.own) throw notFound();
  const { shown } = await readAddress(visit);
  const scope = toScope({ ...shown, segment: undefined });
  const found = await readSegmentSizes(visit.clickhouse, scope, shown.segments).catch(explainPattern);
  return found === undefined ? <div /> : <SegmentCounts {...found} />;
});

const icon = figuresPage('/favicon', ({ website, deps }) => favicon(website, deps.findIcon));

/** For a website's owner, and below each shared link for its holders. */
export const figuresPages: readonly PageRoute<'figures'>[] = [
  figures,
  changes,
  ...Object.entries(deferredSections).map(deferredSection),
  ...([...listPaths, PROPERTIES] as const).flatMap((path) => [wholeList(path), listFile(path)]),
  ...listPaths.map(listAsSql),
  asSql(CHART, chartSqlAddress),
  suggestions,
  matching,
  segmentSizes,
  icon,
];

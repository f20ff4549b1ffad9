import { streamed } from '../../../http/server/streamed.js';
import { AppError, invalidField } from '../../../lib/errors.js';
import { keepLanguage } from '../../../lib/language/language.js';
import { t } from '../../../lib/language/translate.js';
import { explainPattern } from '../../../stats/rows/patterns.js';
import { localDate } from '../../../time/index.js';
import type { PageRoute, Visit } from '../../page-route.js';
import { favicon } from '../../ui/favicon.js';
import { answerFigures } from './answer-figures.js';
import { CHANGES } from './base-path.js';
import { ChangesContent, changesTitle } from './changes-content.js';
import { csvText, fileName } from './csv.js';
import { deferredSections, type Section } from './deferred-sections.js';
import { pageTitle } from './figures-content.js';
import { listMetrics, readSort, readSortParameter, toRowOrder } from './list-columns.js';
import { ListContent, listTitle } from './list-content.js';
import { mayExplain, mayShowList } from './one-view.js';
import { orFailure } from './or-failure.js';
import { mayFilterBy, readDimension } from './parse-view.js';
import { readAddress } from './read-address.js';
import { readChange, whyNotExplained } from './read-change.js';
import { readContent, readNotesAlone } from './read-content.js';
import { toScope } from './read-figures.js';
import { type ListPath, listFor, listPaths } from './shown-lists.js';
import { otherConditions, suggestPart } from './suggest-part.js';
import { suggestValues } from './suggest-values.js';
import { Suggestions } from './suggestions.js';
import { filterOperators } from './view-filter.js';
import { isFilterValue, readAlternative } from './view-filters.js';
import { withFrame } from './with-frame.js';

const MAX_SUGGESTIONS = 10;

/** For what a shared link does not have. */
const notFound = () => new AppError('not_found', [t('Not found')]);

const figuresPage = (path: string, show: PageRoute<'figures'>['show']): PageRoute<'figures'> => ({
  path: `/websites/:id${path}`,
  access: 'figures',
  forms: [],
  show,
});

const figures = figuresPage(
  '',
  withFrame({ current: 'dashboard', title: pageTitle, more: readNotesAlone }, async (visit) => {
    const { shown, redirect } = await readAddress(visit);
    if (redirect !== undefined) return visit.context.redirect(redirect, 303);
    return answerFigures(visit, pageTitle(shown), await readContent(visit, shown), { current: 'dashboard', shown });
  }),
);

/** The whole list that the address selects, with its columns and its order. */
async function readList(visit: Visit<'figures'>, path: ListPath) {
  if (!mayShowList(visit.place, path)) throw notFound();
  const { parameters } = visit;
  const address = await readAddress(visit, path, readSortParameter(parameters));
  const list = listFor(path, address.shown);
  const sort = readSort(list, address.shown, parameters);
  const reader = list.readerBy({ metrics: listMetrics(list, sort), order: toRowOrder(list, sort) });
  return { ...address, list, sort, reader };
}

/** All rows of a list, a page at a time. */
const wholeList = (path: ListPath) =>
  figuresPage(
    `/${path}`,
    withFrame({ list: path, title: (shown) => listTitle(shown, listFor(path, shown)) }, async (visit) => {
      const { list, sort, reader, shown, redirect, search, part } = await readList(visit, path);
      if (redirect !== undefined) return visit.context.redirect(redirect, 303);
      const rows = await reader.part(visit.clickhouse, toScope(shown), search, part).catch(explainPattern);
      const content = <ListContent {...{ shown, list, sort, search, rows }} />;
      return answerFigures(visit, listTitle(shown, list), content, { shown });
    }),
  );

/** The same rows as a complete file, streamed. */
const listFile = (path: ListPath) =>
  figuresPage(`/${path}.csv`, async (visit) => {
    const { context, website, place, clickhouse } = visit;
    const { list, sort, reader, shown, search } = await readList(visit, path);
    const batches = reader.all(clickhouse, toScope(shown), search);
    const lines = keepLanguage(csvText({ ...list, columns: sort.columns }, batches));
    const text = () => lines;
    return streamed(context, place.files?.runWhileRead(text) ?? text(), {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${fileName(website.domain, shown.range.days, path)}.csv"`,
      'Cache-Control': 'no-store',
      Vary: 'Accept-Encoding',
    });
  });

/** What changed, as a page of its own. */
const changes = figuresPage(
  `/${CHANGES}`,
  withFrame({ list: CHANGES, title: changesTitle }, async (visit) => {
    if (!mayExplain(visit.place)) throw notFound();
    const { shown, redirect } = await readAddress(visit, CHANGES);
    if (redirect !== undefined) return visit.context.redirect(redirect, 303);
    const found = whyNotExplained(shown) === undefined ? await readChange(visit, shown) : undefined;
    return answerFigures(visit, changesTitle(shown), <ChangesContent shown={shown} found={found} />, { shown });
  }),
);

/** The script loads the section after the page. */
const deferredSection = ([name, section]: [name: string, Section]) =>
  figuresPage(`/${name}`, async (visit) => {
    const { website, place, deps } = visit;
    if (section.isFor?.(place) === false) throw notFound();
    return answerFigures(
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

const icon = figuresPage('/favicon', ({ website, deps }) => favicon(website, deps.findIcon));

/** For a website's owner, and below each shared link for its holders. */
export const figuresPages: readonly PageRoute<'figures'>[] = [
  figures,
  changes,
  ...Object.entries(deferredSections).map(deferredSection),
  ...listPaths.flatMap((path) => [wholeList(path), listFile(path)]),
  suggestions,
  icon,
];

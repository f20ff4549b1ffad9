import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import type { Account } from '../../../accounts/accounts.js';
import { withSignal } from '../../../clickhouse/clickhouse.js';
import { streamed } from '../../../http/server/streamed.js';
import { AppError, invalidField } from '../../../lib/errors.js';
import type { TaskQueue } from '../../../lib/task-queue.js';
import { filterNames } from '../../../stats/dimensions.js';
import { localDate } from '../../../time/index.js';
import { completeCount } from '../../../websites/count.js';
import type { Website } from '../../../websites/website.js';
import { html } from '../../answer.js';
import type { DashboardDeps } from '../../deps.js';
import { Page } from '../../ui/page.js';
import { type Place, viewAddress } from './base-path.js';
import { csvName, csvText } from './csv.js';
import { deferredSections, type Section, type SectionName } from './deferred-sections.js';
import { FiguresContent, pageTitle } from './figures-content.js';
import { ListContent, listTitle } from './list-content.js';
import type { PageContext } from './page-context.js';
import { readShown, shownBy } from './parse-view.js';
import { readFigures, toScope } from './read-figures.js';
import { type ListPath, listFor } from './shown-lists.js';
import { suggestValues } from './suggest-values.js';

type Parts = Pick<DashboardDeps, 'services' | 'firstEvents' | 'now'>;

/** The website of a request for figures, and its viewer. */
export interface AskedWebsite {
  readonly website: Website;
  readonly place: Place;
  readonly viewer?: Account;
  /** Queue for the files of a shared link. */
  readonly files?: TaskQueue;
}

type Drawn = NonNullable<Child>;

/** No list has as many pages; a much larger number could not be queried. */
const MAX_PART = 1_000_000;

const MAX_SUGGESTIONS = 10;

/** Sent by the script, which needs only the changing content. */
const FRAGMENT = 'X-Footfall-Fragment';

export async function answerFigures(context: Context, given: Parts, asked: AskedWebsite): Promise<Response> {
  const parts = whileWaiting(given, context);
  const { shown, redirect } = await readAddress(context, parts, asked);
  if (redirect !== undefined)
    return context.redirect(viewAddress(asked.place, redirect.view, { changed: redirect.changed }), 303);
  const figures = await readFigures(parts.services, { ...shown, now: parts.now() });
  return answer(context, asked, pageTitle(shown), <FiguresContent shown={shown} figures={figures} />);
}

/** The script loads the section after the page. */
export async function answerSection(
  context: Context,
  given: Parts,
  asked: AskedWebsite,
  name: SectionName,
): Promise<Response> {
  const section: Section = deferredSections[name];
  if (section.isOwnerOnly && !asked.place.own) throw new AppError('not_found', ['Not found']);
  const parts = whileWaiting(given, context);
  const { website } = asked;
  const readShown = async () => (await readAddress(context, parts, asked)).shown;
  return answer(
    context,
    asked,
    `${section.title} · ${website.name}`,
    <div id="section" data-today={localDate(parts.now(), website.timezone)}>
      {await section.read(parts, website, readShown)}
    </div>,
  );
}

export async function answerList(
  context: Context,
  given: Parts,
  asked: AskedWebsite,
  path: ListPath,
): Promise<Response> {
  const parts = whileWaiting(given, context);
  const { shown, redirect, search, part } = await readAddress(context, parts, asked);
  if (redirect !== undefined) {
    const { view, changed } = redirect;
    return context.redirect(viewAddress(asked.place, view, { list: path, search, changed }), 303);
  }
  const list = listFor(path, shown.view);
  const { clickhouse } = parts.services;
  const rows = await list.reader.part(clickhouse, toScope(shown), search, part);
  const content = <ListContent {...{ shown, list, search, rows }} />;
  return answer(context, asked, listTitle(shown, list), content);
}

/** Suggestions for a typed filter, most frequent first, as options of a list. */
export async function answerSuggestions(context: Context, given: Parts, asked: AskedWebsite): Promise<Response> {
  const parts = whileWaiting(given, context);
  const { shown, search } = await readAddress(context, parts, asked);
  const dimension = filterNames.find((name) => name === context.req.query('by'));
  if (dimension === undefined) throw invalidField('by', 'must be a filter');
  const names = (await suggestValues(parts.services.clickhouse, toScope(shown), dimension, search)).slice(
    0,
    MAX_SUGGESTIONS,
  );
  return html(
    context,
    <datalist>
      {names.map((name) => (
        <option value={name} />
      ))}
    </datalist>,
  );
}

/** The same rows as a complete file, streamed. */
export async function answerCsv(
  context: Context,
  given: Parts,
  asked: AskedWebsite,
  path: ListPath,
): Promise<Response> {
  const parts = whileWaiting(given, context);
  const { shown, search } = await readAddress(context, parts, asked);
  const list = listFor(path, shown.view);
  const batches = list.reader.all(parts.services.clickhouse, toScope(shown), search);
  const text = () => csvText(list, batches);
  return streamed(context, asked.files?.runWhileRead(text) ?? text(), {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="${csvName(asked.website.domain, path, shown.range.days)}"`,
    'Cache-Control': 'no-store',
    Vary: 'Accept-Encoding',
  });
}

/** Drops the queries when the browser has disconnected. */
function whileWaiting(parts: Parts, context: Context): Parts {
  const { services } = parts;
  return { ...parts, services: { ...services, clickhouse: withSignal(services.clickhouse, context.req.raw.signal) } };
}

async function readAddress(context: Context, parts: Parts, { website, place }: AskedWebsite) {
  const parameters = new URL(context.req.url).searchParams;
  const address = await readPageContext(parameters, website, place, parts);
  return {
    ...(await readShown(parts.services, parameters, address)),
    search: (parameters.get('search') ?? '').trim(),
    part: Math.min(Math.trunc(Number(parameters.get('part'))) || 1, MAX_PART),
  };
}

export async function readPageContext(
  parameters: URLSearchParams,
  website: Website,
  place: Place,
  { services, firstEvents, now }: Parts,
): Promise<PageContext> {
  const firstEvent = await firstEvents.find(services.clickhouse, {
    websiteId: website.id,
    count: completeCount(website),
  });
  return shownBy(parameters, { website, place, now: now(), firstEvent });
}

function answer(
  context: Context,
  { website, place, viewer }: AskedWebsite,
  title: string,
  content: Drawn,
): Promise<Response> {
  const options = { embeddable: place.embedded };
  if (context.req.header(FRAGMENT) !== undefined) return html(context, content, 200, options);
  return html(
    context,
    <Page title={title} viewer={viewer} website={website} scripts={['figures']} bare={place.embedded}>
      {content}
    </Page>,
    200,
    options,
  );
}

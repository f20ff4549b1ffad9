import { type Context, Hono } from 'hono';
import { requireSignIn, requireWebsite, type WebsiteEnv } from '../../access/viewer.js';
import type { DashboardDeps } from '../../deps.js';
import { WEBSITE, websitePlace } from './base-path.js';
import { deferredSections, type SectionName } from './deferred-sections.js';
import { answerCsv, answerFigures, answerList, answerSection, answerSuggestions } from './handlers.js';
import { type ListPath, listPaths } from './shown-lists.js';

/** Path segment of a list, which also names its CSV file. */
export const LIST = `:list{(?:${listPaths.join('|')})}`;
export const LIST_FILE = `:file{(?:${listPaths.join('|')})\\.csv}`;

/** Path segment of a deferred section. */
export const SECTION = `:section{(?:${Object.keys(deferredSections).join('|')})}`;

export const sectionIn = (context: Context): SectionName => context.req.param('section') as SectionName;
export const listIn = (context: Context): ListPath => context.req.param('list') as ListPath;
export const fileIn = (context: Context): ListPath =>
  (context.req.param('file') ?? '').slice(0, -'.csv'.length) as ListPath;

/** Serves `GET /websites/:id`, and below it `/now`, `/excluded`, `/:list`, `/:list.csv` and `/suggest`, for the website's owner. */
export function figuresRoutes(deps: DashboardDeps): Hono<WebsiteEnv> {
  const app = new Hono<WebsiteEnv>();
  const own = [requireSignIn(deps), requireWebsite(deps)] as const;
  const figuresRequest = (context: Context<WebsiteEnv>) => {
    const website = context.get('website');
    return { website, place: websitePlace(website), viewer: context.get('viewer') };
  };
  app.get(WEBSITE, ...own, (context) => answerFigures(context, deps, figuresRequest(context)));
  app.get(`${WEBSITE}/suggest`, ...own, (context) => answerSuggestions(context, deps, figuresRequest(context)));
  app.get(`${WEBSITE}/${SECTION}`, ...own, (context) =>
    answerSection(context, deps, figuresRequest(context), sectionIn(context)),
  );
  app.get(`${WEBSITE}/${LIST}`, ...own, (context) =>
    answerList(context, deps, figuresRequest(context), listIn(context)),
  );
  app.get(`${WEBSITE}/${LIST_FILE}`, ...own, (context) =>
    answerCsv(context, deps, figuresRequest(context), fileIn(context)),
  );
  return app;
}

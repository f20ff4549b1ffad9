import type { Child } from 'hono/jsx';
import { html } from '../../answer.js';
import type { Visit } from '../../page-route.js';
import { Page } from '../../ui/page.js';
import type { WebsiteTab } from '../../ui/website-heading.js';
import type { PageContext } from './page-context.js';
import { viewQuery } from './view.js';

type FiguresVisit = Visit<'figures'> | Visit<'website'>;

interface Tab {
  /** Undefined below the dashboard. */
  readonly current?: WebsiteTab;
  /** Has the view that the other pages keep. */
  readonly shown: PageContext;
}

/** A page of figures, or for the script only what changes. */
export function figuresDocument(
  visit: FiguresVisit,
  title: string,
  content: NonNullable<Child>,
  tab?: Tab,
): NonNullable<Child> {
  const { viewer, website, place } = visit;
  if (visit.isOfScript) return content;
  const page = { title, viewer, website, current: tab?.current, bare: place.embedded };
  return (
    <Page {...page} iconUrl={`${place.path}/favicon`} query={tab && viewQuery(tab.shown.view)} scripts={['figures']}>
      {content}
    </Page>
  );
}

/** The same as a response, which another site may frame if it is embedded. */
export const answerFigures = (...page: Parameters<typeof figuresDocument>): Promise<Response> =>
  html(page[0].context, figuresDocument(...page), 200, { embeddable: page[0].place.embedded });

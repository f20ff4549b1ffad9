import type { Child } from 'hono/jsx';
import type { FiguresVisit } from '../../page-route.js';
import { Page } from '../../ui/page.js';
import type { WebsiteTab } from '../../ui/website-heading.js';
import { isOfBehavior } from './base-path.js';
import type { PageContext } from './page-context.js';
import { viewQuery } from './view.js';

interface Tab {
  /** Undefined below the dashboard. */
  readonly current?: WebsiteTab | undefined;
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
    <Page
      {...page}
      iconUrl={`${place.path}/favicon`}
      query={tab && viewQuery(tab.shown.view)}
      styles={isOfBehavior(tab?.current) ? ['behavior'] : []}
      scripts={place.embedded ? ['figures', 'embedded'] : ['figures']}
    >
      {content}
    </Page>
  );
}

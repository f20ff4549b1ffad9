import type { Child, FC } from 'hono/jsx';
import { unicodeHost } from '../../../lib/unicode-host.js';
import { faviconUrl } from '../../ui/favicon.js';
import { WebsiteHeading } from '../../ui/website-heading.js';
import type { PageContext } from './page-context.js';

interface Props {
  readonly shown: PageContext;
  /** Tab of the page; undefined below the dashboard. */
  readonly current?: 'dashboard';
  readonly children?: Child;
}

/** The website's name, and a toolbar that stays in view. */
export const WebsiteHead: FC<Props> = ({ shown, current, children }) => {
  const { website, place, range } = shown;
  return (
    <>
      <WebsiteHeading
        website={website}
        current={current}
        iconUrl={place.own ? faviconUrl(website) : `${place.path}/favicon`}
        hasTabs={place.own}
      />
      <p class="print-only">{`${unicodeHost(website.domain)}, ${range.span}`}</p>
      <div class="row tool-bar">{children}</div>
    </>
  );
};

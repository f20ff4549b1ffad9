import type { Child, FC } from 'hono/jsx';
import { unicodeHost } from '../../../lib/unicode-host.js';
import { faviconUrl } from '../../ui/favicon.js';
import { WebsiteHeading } from '../../ui/website-heading.js';
import { FilterChips, FilterMenu } from './filter-bar.js';
import type { ToolProps } from './page-context.js';
import { RangeMenu } from './range-menu.js';

interface Props extends ToolProps {
  /** Tab of the page; undefined below the dashboard. */
  readonly current?: 'dashboard' | undefined;
  /** Before the tools. */
  readonly children?: Child;
}

/** The website's name, and a toolbar that stays in view. */
export const WebsiteHead: FC<Props> = ({ current, children, ...tools }) => {
  const { website, place, range } = tools.shown;
  return (
    <>
      <WebsiteHeading
        website={website}
        current={current}
        iconUrl={place.own ? faviconUrl(website) : `${place.path}/favicon`}
        hasTabs={place.own}
      />
      <p class="print-only">{`${unicodeHost(website.domain)}, ${range.span}`}</p>
      <div class="row tool-bar">
        {children}
        <div class="head-tools">
          <FilterMenu {...tools} />
          <RangeMenu {...tools} />
        </div>
        <FilterChips {...tools} />
      </div>
    </>
  );
};

import type { Child, FC } from 'hono/jsx';
import { unicodeHost } from '../../../lib/unicode-host.js';
import { ComparisonMenu } from './comparison-menu.js';
import { FilterChips, FilterMenu } from './filter-bar.js';
import { GoalMenu } from './goal-menu.js';
import type { ToolProps } from './page-context.js';
import { RangeMenu } from './range-menu.js';
import { SegmentMenu } from './segment-menu.js';

interface Props extends ToolProps {
  /** Before the tools. */
  readonly children?: Child;
}

/** A toolbar that stays in view. */
export const WebsiteHead: FC<Props> = ({ children, ...tools }) => {
  const { website, range } = tools.shown;
  return (
    <>
      <p class="print-only">{`${unicodeHost(website.domain)}, ${range.span}`}</p>
      <div class="row tool-bar">
        {children}
        <div class="head-tools">
          <GoalMenu {...tools} />
          <FilterMenu {...tools} />
          <SegmentMenu {...tools} />
          <RangeMenu {...tools} />
          <ComparisonMenu {...tools} />
        </div>
        <FilterChips {...tools} />
      </div>
    </>
  );
};

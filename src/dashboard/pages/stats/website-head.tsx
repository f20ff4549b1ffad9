import type { Child, FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { unicodeHost } from '../../../lib/unicode-host.js';
import { LineIcon } from '../../ui/icons.js';
import { SHARING, viewAddress } from './base-path.js';
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
  const { list } = tools;
  const { website, range, place, view } = tools.shown;
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
          {list === undefined && place.own && (
            <a
              class="button button-quiet button-small"
              href={viewAddress(place, view, { list: SHARING })}
              title={t('Share this view')}
            >
              <LineIcon path="M8 10V2M5 5l3-3 3 3M3 8.5V14h10V8.5" />
              <span class="visually-hidden">{t('Share this view')}</span>
            </a>
          )}
        </div>
        <FilterChips {...tools} />
      </div>
    </>
  );
};

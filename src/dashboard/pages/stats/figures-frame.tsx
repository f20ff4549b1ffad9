import type { Child, FC } from 'hono/jsx';
import { Notice } from '../../ui/form.js';
import { KeysDialog } from './keys-dialog.js';
import type { ToolProps } from './page-context.js';
import { viewQuery } from './view.js';
import { WebsiteHead } from './website-head.js';

interface Props extends ToolProps {
  readonly title: string;
  /** Whether it may change while it is open. */
  readonly isLive: boolean;
  /** Whether it is the dashboard itself, whose ranges change at midnight. */
  readonly isDashboard?: boolean;
  /** Before the tools. */
  readonly head?: Child;
  readonly children?: Child;
}

/** Everything that changes with the address and time. The script replaces it at each load. */
export const FiguresFrame: FC<Props> = ({ title, isLive, isDashboard, head, children, ...tools }) => (
  <div
    id="figures"
    data-title={title}
    data-today={isDashboard && tools.shown.today}
    data-query={viewQuery(tools.shown.view)}
    data-live={isLive ? 'true' : undefined}
  >
    <WebsiteHead {...tools}>{head}</WebsiteHead>
    {/* The script says here that the figures are outdated. */}
    <div id="stale" role="status" data-keep />
    {tools.shown.notices.map((notice) => (
      <Notice>{notice}</Notice>
    ))}
    {children}
    <KeysDialog isOwner={tools.shown.place.own} />
    {/* The script announces a changed view to screen readers here. */}
    <p class="visually-hidden" id="said" role="status" data-keep />
  </div>
);

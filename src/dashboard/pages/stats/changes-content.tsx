import type { FC } from 'hono/jsx';
import { Notice } from '../../ui/form.js';
import { BackToDashboard } from './back-to-dashboard.js';
import { CHANGES, viewAddress } from './base-path.js';
import { pageTitle } from './figures-content.js';
import { FiguresFrame } from './figures-frame.js';
import type { PageContext } from './page-context.js';
import { type ShownChange, whyNotExplained } from './read-change.js';
import { WhatChanged } from './what-changed.js';
import { Sentence } from './why.js';

interface Props {
  readonly shown: PageContext;
  /** Undefined where there is nothing to compare with. */
  readonly found: ShownChange | undefined;
}

const TITLE = 'What changed';

export const changesTitle = (shown: PageContext): string => `${TITLE} · ${pageTitle(shown)}`;

/** The page of what the sentence below the chart opens. */
export const ChangesContent: FC<Props> = ({ shown, found }) => (
  <FiguresFrame shown={shown} list={CHANGES} title={changesTitle(shown)} isLive={false}>
    <section class="card list" aria-labelledby="changes-title">
      <div class="row list-head">
        <BackToDashboard href={viewAddress(shown.place, shown.view)} />
        <h2 id="changes-title">
          {TITLE} <small class="muted">{shown.range.span}</small>
        </h2>
      </div>
      {found === undefined ? (
        <p class="muted">
          {shown.comparison?.segment ? 'No changes to list: ' : 'Nothing to compare with: '}
          {`${whyNotExplained(shown)}.`}
        </p>
      ) : 'failure' in found ? (
        <Notice>{`${found.failure}.`}</Notice>
      ) : (
        <>
          <Sentence shown={shown} parts={found.sentence} />
          <WhatChanged shown={shown} found={found} />
        </>
      )}
    </section>
  </FiguresFrame>
);

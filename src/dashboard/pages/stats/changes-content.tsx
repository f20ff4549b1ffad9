import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { Notice } from '../../ui/form.js';
import { toSentence } from '../../ui/sentence.js';
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

export const changesTitle = (shown: PageContext): string => `${t('What changed')} · ${pageTitle(shown)}`;

/** The page of what the sentence below the chart opens. */
export const ChangesContent: FC<Props> = ({ shown, found }) => (
  <FiguresFrame shown={shown} list={CHANGES} title={changesTitle(shown)} isLive={false}>
    <section class="card list" aria-labelledby="changes-title">
      <div class="row list-head">
        <BackToDashboard href={viewAddress(shown.place, shown.view)} />
        <h2 id="changes-title">
          {t('What changed')} <small class="muted">{shown.range.span}</small>
        </h2>
      </div>
      {found === undefined ? (
        <p class="muted">{explainNothing(shown)}</p>
      ) : 'failure' in found ? (
        <Notice>{toSentence(found.failure)}</Notice>
      ) : (
        <>
          <Sentence shown={shown} parts={found.sentence} />
          <WhatChanged shown={shown} found={found} />
        </>
      )}
    </section>
  </FiguresFrame>
);

function explainNothing(shown: PageContext): string {
  const reason = whyNotExplained(shown) ?? '';
  return shown.comparison?.segment
    ? t('No changes to list: {reason}.', { reason })
    : t('Nothing to compare with: {reason}.', { reason });
}

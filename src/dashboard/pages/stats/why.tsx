import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import type { SentencePart } from '../../../stats/changes/sentence.js';
import { CHANGES, viewAddress } from './base-path.js';
import { Name } from './name.js';
import type { PageContext } from './page-context.js';
import type { ShownChange } from './read-change.js';
import { selectedAddress } from './row-name.js';
import { WhatChanged } from './what-changed.js';

interface Props {
  readonly shown: PageContext;
  readonly found: ShownChange;
}

/** The sentence below the chart, which opens what changed. */
export const Why: FC<Props> = ({ shown, found }) => {
  if ('failure' in found) {
    return (
      <p class="muted why-line">
        {t('What changed could not be worked out in time.')}{' '}
        <a href={viewAddress(shown.place, shown.view, { list: CHANGES })}>{t('Try again')}</a>
      </p>
    );
  }
  return (
    <>
      <Sentence shown={shown} parts={found.sentence} />
      <details class="why-more">
        <summary>
          <span class="wide-only">{t('What changed')}</span>
        </summary>
        <WhatChanged shown={shown} found={found} />
      </details>
    </>
  );
};

/** Every name filters by what it names. */
export const Sentence: FC<{ readonly shown: PageContext; readonly parts: readonly SentencePart[] }> = (props) => {
  const { shown, parts } = props;
  return (
    <p class="why-line">
      {parts.map(({ text, filters }) =>
        filters === undefined ? (
          text
        ) : (
          <a href={selectedAddress(shown, Object.fromEntries(filters.map(toEntry)))}>
            <Name>{text}</Name>
          </a>
        ),
      )}
    </p>
  );
};

const toEntry = ({ dimension, values: [value] }: NonNullable<SentencePart['filters']>[number]) =>
  [dimension, value] as const;

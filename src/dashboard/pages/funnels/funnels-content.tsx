import type { Child, FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { Notice } from '../../ui/form.js';
import { rich } from '../../ui/rich.js';
import { matchKey, matchName } from '../behavior/event-match.js';
import { FUNNELS, viewAddress } from '../stats/base-path.js';
import { pageTitle } from '../stats/figures-content.js';
import { FiguresFrame } from '../stats/figures-frame.js';
import { Name, withVisibleMarks } from '../stats/name.js';
import { NoEvents } from '../stats/no-events.js';
import { UnansweredNotice } from '../stats/unanswered.js';
import { FunnelBuilder } from './funnel-builder.js';
import { funnelParameters } from './funnel-choice.js';
import type { FunnelsProps } from './funnel-props.js';
import { FunnelResult } from './funnel-result.js';
import { FunnelSaving } from './funnel-saving.js';

export const funnelsTitle = ({ shown, choice }: Pick<FunnelsProps, 'shown' | 'choice'>): string =>
  `${choice.saved === undefined ? t('Funnels') : withVisibleMarks(choice.saved.name ?? '')} · ${pageTitle(shown)}`;

export const Funnels: FC<FunnelsProps & { readonly done: Child }> = ({ done, ...props }) => {
  const { shown, choice, forms } = props;
  const errors = Object.values(forms).flatMap(({ errors }) =>
    Object.entries(errors).flatMap(([field, error]) => (field === 'name' ? [] : [error])),
  );
  return (
    <FiguresFrame
      shown={shown}
      list={FUNNELS}
      own={funnelParameters(choice)}
      title={funnelsTitle(props)}
      isLive={false}
    >
      {done}
      {errors.map((error) => (
        <Notice kind="bad">{error}</Notice>
      ))}
      {shown.firstEvent === undefined ? <NoEvents shown={shown} /> : <FunnelCard {...props} />}
    </FiguresFrame>
  );
};

const FunnelCard: FC<FunnelsProps> = (props) => {
  const { shown, choice, funnels, result } = props;
  return (
    <section class="card funnels" aria-labelledby="funnels-title">
      <div class="row list-head">
        <h2 id="funnels-title">
          {t('Funnels')} <small class="muted">{shown.range.span}</small>
        </h2>
        {funnels.length > 0 && <FunnelMenu {...props} />}
      </div>
      {choice.steps.length === 0 && <FirstFunnel {...props} />}
      <div class="funnel-tools">
        <FunnelBuilder {...props} />
        {choice.steps.length >= 2 && <FunnelSaving {...props} />}
      </div>
      {choice.steps.length === 1 && <p class="empty">{t('Add a second step to see a funnel.')}</p>}
      {result !== undefined &&
        ('failure' in result ? (
          <UnansweredNotice
            {...result}
            address={viewAddress(shown.place, shown.view, { list: FUNNELS, own: funnelParameters(choice) })}
          />
        ) : (
          <FunnelResult {...props} answer={result.answer} />
        ))}
    </section>
  );
};

const FunnelMenu: FC<FunnelsProps> = ({ shown: { place, view }, choice, funnels }) => (
  <details class="menu picker choice-menu">
    <summary>
      <span class="one-line">
        <Name>{choice.saved?.name ?? t('New funnel')}</Name>
      </span>
    </summary>
    <div class="menu-content">
      {funnels.map((funnel) => (
        <a
          class="one-line"
          href={viewAddress(place, view, { list: FUNNELS, own: [['funnel', funnel.id]] })}
          aria-current={funnel.id === choice.saved?.id ? 'true' : undefined}
          title={withVisibleMarks(funnel.name ?? '')}
        >
          <Name>{funnel.name ?? ''}</Name>
        </a>
      ))}
      <a href={viewAddress(place, view, { list: FUNNELS, own: [['new', '1']] })}>{t('New funnel')}</a>
    </div>
  </details>
);

const FirstFunnel: FC<FunnelsProps> = ({ shown: { place, view }, goals, suggestion }) => (
  <div class="stack funnel-first">
    <p>{t('A funnel counts the visitors who go through two to ten steps, and shows where the others leave.')}</p>
    {suggestion.length >= 2 && (
      <p>
        {rich('For example: {steps}', {
          steps: (
            <a
              href={viewAddress(place, view, {
                list: FUNNELS,
                own: suggestion.map((step) => ['step', matchKey(step)] as const),
              })}
            >
              {suggestion.map((step, place) => (
                <>
                  {place > 0 && ' → '}
                  <Name>{matchName(step, goals)}</Name>
                </>
              ))}
            </a>
          ),
        })}
      </p>
    )}
  </div>
);

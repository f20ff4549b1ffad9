import type { Child, FC } from 'hono/jsx';
import type { Definition } from '../../../definitions/definitions.js';
import { t } from '../../../lib/language/translate.js';
import type { JourneyNode } from '../../../stats/behavior/journey.js';
import { ChoiceBar } from '../../ui/choice-bar.js';
import { Button, ButtonLink } from '../../ui/form.js';
import { rich, strong } from '../../ui/rich.js';
import { matchKey, matchName } from '../behavior/event-match.js';
import { MatchFields } from '../behavior/match-fields.js';
import type { Answered } from '../behavior/read-behavior.js';
import { FUNNELS, JOURNEYS, viewAddress } from '../stats/base-path.js';
import { pageTitle } from '../stats/figures-content.js';
import { FiguresFrame } from '../stats/figures-frame.js';
import { Name } from '../stats/name.js';
import { NoEvents } from '../stats/no-events.js';
import type { PageContext } from '../stats/page-context.js';
import { SuggestionList } from '../stats/suggestions.js';
import { UnansweredNotice } from '../stats/unanswered.js';
import { isFiltered, withoutFilters } from '../stats/view.js';
import { ViewForm } from '../stats/view-form.js';
import { type JourneyChoice, journeyParameters, pathSteps } from './journey-choice.js';
import { JourneyColumns } from './journey-columns.js';

export interface JourneysProps {
  readonly shown: PageContext;
  readonly choice: JourneyChoice;
  readonly goals: readonly Definition[];
  /** Undefined for a website without events. */
  readonly tree: Answered<JourneyNode> | undefined;
}

export const journeysTitle = (shown: PageContext): string => `${t('Journeys')} · ${pageTitle(shown)}`;

export const Journeys: FC<JourneysProps> = (props) => {
  const { shown, choice } = props;
  const own = journeyParameters(choice);
  return (
    <FiguresFrame shown={shown} list={JOURNEYS} own={own} title={journeysTitle(shown)} isLive={false}>
      {shown.firstEvent === undefined ? <NoEvents shown={shown} /> : <JourneysCard {...props} />}
    </FiguresFrame>
  );
};

const JourneysCard: FC<JourneysProps> = (props) => {
  const { shown, tree } = props;
  return (
    <section class="card journeys" aria-labelledby="journeys-title">
      <div class="row list-head">
        <h2 id="journeys-title">
          {t('Journeys')} <small class="muted">{shown.range.span}</small>
        </h2>
        <Settings {...props} />
      </div>
      <AnchorForm {...props} />
      {tree !== undefined &&
        ('failure' in tree ? <Failed {...props} tree={tree} /> : <Found {...props} root={tree.answer} />)}
    </section>
  );
};

/** What counts as a step. */
const Settings: FC<JourneysProps> = ({ shown, choice }) => {
  const choose = (more: Partial<JourneyChoice>) => choiceAddress(shown, { ...choice, path: [], ...more });
  return (
    <>
      <ChoiceBar
        label={t('Group pages')}
        options={[
          [t('Pages'), !choice.isBySection, choose({ isBySection: false })],
          [t('Sections'), choice.isBySection, choose({ isBySection: true })],
        ]}
      />
      <ChoiceBar
        label={t('Custom events')}
        options={[
          [t('Without events'), !choice.hasEvents, choose({ hasEvents: false })],
          [t('With events'), choice.hasEvents, choose({ hasEvents: true })],
        ]}
      />
    </>
  );
};

const AnchorForm: FC<JourneysProps> = ({ shown, choice, goals }) => (
  <ViewForm
    class="row match-form"
    shown={shown}
    list={JOURNEYS}
    own={journeyParameters({ ...choice, anchor: undefined, path: [] })}
    suggests
  >
    <select name="anchor" aria-label={t('Direction')}>
      <option value="start">{t('Start at')}</option>
      <option value="end" selected={choice.direction === 'end'}>
        {t('End at')}
      </option>
    </select>
    <MatchFields
      match={choice.anchor}
      goals={goals}
      kindName="kind"
      valueName="match"
      label={t('Start or end')}
      placeholder={t('All entry pages')}
    />
    <SuggestionList id="match-suggestions" />
    <Button small>{t('Show')}</Button>
  </ViewForm>
);

const Failed: FC<
  JourneysProps & { readonly tree: Exclude<JourneysProps['tree'], undefined | { answer: JourneyNode }> }
> = ({ shown, choice, tree }) => <UnansweredNotice {...tree} address={choiceAddress(shown, choice)} />;

const Found: FC<JourneysProps & { readonly root: JourneyNode }> = ({ shown, choice, goals, root }) => {
  const { place, view } = shown;
  const { anchor } = choice;
  if (root.sessions === 0) {
    return (
      <div class="empty centered">
        <p>{isFiltered(view) ? t('No visits match these filters.') : t('No such visits in this period.')}</p>
        {isFiltered(view) && (
          <a href={viewAddress(place, withoutFilters(view), { list: JOURNEYS, own: journeyParameters(choice) })}>
            {t('Clear filters')}
          </a>
        )}
        {anchor !== undefined && (
          <a href={choiceAddress(shown, { ...choice, anchor: undefined, direction: 'start', path: [] })}>
            {t('Show all entry pages')}
          </a>
        )}
      </div>
    );
  }
  const steps = pathSteps(choice);
  return (
    <>
      <div class="row journey-summary">
        <p>{countText(root.sessions, choice, goals)}</p>
        {steps.length >= 2 && (
          <ButtonLink
            kind="quiet"
            small
            href={viewAddress(place, view, {
              list: FUNNELS,
              own: steps.map((step) => ['step', matchKey(step)] as const),
            })}
          >
            {t('Make a funnel of this path')}
          </ButtonLink>
        )}
      </div>
      <JourneyColumns choice={choice} root={root} address={(path) => choiceAddress(shown, { ...choice, path })} />
      <p class="muted small journey-notes">{explanation(choice)}</p>
    </>
  );
};

function countText(count: number, { anchor, direction }: JourneyChoice, goals: readonly Definition[]): Child {
  if (anchor === undefined) {
    return rich('{count, plural, one {<strong>#</strong> visit} other {<strong>#</strong> visits}}', { count, strong });
  }
  const values = { count, strong, event: <Name>{matchName(anchor, goals)}</Name> };
  return direction === 'start'
    ? rich(
        '{count, plural, one {<strong>#</strong> visit from <strong>{event}</strong>} other {<strong>#</strong> visits from <strong>{event}</strong>}}',
        values,
      )
    : rich(
        '{count, plural, one {<strong>#</strong> visit to <strong>{event}</strong>} other {<strong>#</strong> visits to <strong>{event}</strong>}}',
        values,
      );
}

function explanation({ hasEvents, direction }: JourneyChoice): string {
  if (hasEvents) {
    return direction === 'start'
      ? t('Choose a step to see what came next. Percentages are of the step chosen before it.')
      : t('Choose a step to see what came before. Percentages are of the step chosen before it.');
  }
  return direction === 'start'
    ? t('Choose a page to see what came next. Percentages are of the page chosen before it.')
    : t('Choose a page to see what came before. Percentages are of the page chosen before it.');
}

const choiceAddress = ({ place, view }: PageContext, choice: JourneyChoice): string =>
  viewAddress(place, view, { list: JOURNEYS, own: journeyParameters(choice) });

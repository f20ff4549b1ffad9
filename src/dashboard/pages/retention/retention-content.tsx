import type { FC } from 'hono/jsx';
import type { VisitorIdRotation } from '../../../collect/visitors/rotation.js';
import type { Definition } from '../../../definitions/definitions.js';
import { joinOr } from '../../../lib/language/formats.js';
import { inSentence } from '../../../lib/language/language.js';
import { type Text, t } from '../../../lib/language/translate.js';
import type { Cohort } from '../../../stats/behavior/cohorts.js';
import { cohortIntervals } from '../../../stats/behavior/parse-cohorts.js';
import { findDimension } from '../../../stats/dimensions.js';
import { isOfTraits, type SavedFilter } from '../../../stats/filters.js';
import { ChoiceBar } from '../../ui/choice-bar.js';
import { rich } from '../../ui/rich.js';
import type { Answered } from '../behavior/read-behavior.js';
import { RETENTION, viewAddress } from '../stats/base-path.js';
import { pageTitle } from '../stats/figures-content.js';
import { FiguresFrame } from '../stats/figures-frame.js';
import { filterLabel } from '../stats/filter-names.js';
import { Name, withVisibleMarks } from '../stats/name.js';
import { NoEvents } from '../stats/no-events.js';
import type { PageContext } from '../stats/page-context.js';
import { UnansweredNotice } from '../stats/unanswered.js';
import { isFiltered, type OwnParameters, withoutFilters } from '../stats/view.js';
import type { ViewFilter } from '../stats/view-filter.js';
import { leaveOut } from '../stats/view-filters.js';
import { type Period, periodNames, type RetentionChoice, retentionParameters } from './retention-choice.js';
import { RetentionGrid } from './retention-grid.js';

type Choice = Omit<RetentionChoice, 'notices'>;

interface Props {
  readonly shown: PageContext;
  readonly choice: Choice;
  readonly own: OwnParameters;
  readonly goals: readonly Definition[];
  readonly period: Period;
  readonly rotation: VisitorIdRotation;
  /** Undefined where there is nothing to ask. */
  readonly table: Answered<readonly Cohort[]> | undefined;
}

export const retentionTitle = (shown: PageContext): string => `${t('Retention')} · ${pageTitle(shown)}`;

/** What does not choose cohorts, which are of visitors: filters of single events, or of what visitors have done. */
interface Unfit {
  readonly filters: readonly ViewFilter[];
  readonly segment: SavedFilter | undefined;
}

/** Undefined if all of the view chooses cohorts. */
export function findUnfit({ view, segment }: PageContext): Unfit | undefined {
  const filters = view.filters.filter(({ dimension }) => findDimension(dimension).of !== 'session');
  const isFit = segment === undefined || isOfTraits(segment.filter);
  return filters.length === 0 && isFit ? undefined : { filters, segment: isFit ? undefined : segment };
}

export const Retention: FC<Props> = (props) => {
  const { shown, own } = props;
  return (
    <FiguresFrame shown={shown} list={RETENTION} own={own} title={retentionTitle(shown)} isLive={false}>
      {shown.firstEvent === undefined ? <NoEvents shown={shown} /> : <RetentionCard {...props} />}
    </FiguresFrame>
  );
};

const RetentionCard: FC<Props> = (props) => {
  const { shown, choice, goals, period } = props;
  return (
    <section class="card retention" aria-labelledby="retention-title">
      <div class="row list-head">
        <h2 id="retention-title">
          {t('Retention')} <small class="muted">{shown.range.span}</small>
        </h2>
        {goals.length > 0 && <ReturnMenu {...props} />}
        <ChoiceBar
          label={t('Period')}
          options={cohortIntervals.map((each) => [
            t(periodNames[each]),
            each === period,
            choiceAddress(shown, { ...choice, period: each }),
          ])}
        />
      </div>
      <RetentionTable {...props} />
    </section>
  );
};

/** Chooses the events that count as a return. */
const ReturnMenu: FC<Props> = ({ shown, choice, goals }) => (
  <details class="menu picker choice-menu">
    <summary>
      <span class="one-line">
        {rich('Return: {event}', { event: <Name>{choice.returned?.name ?? t('any visit')}</Name> })}
      </span>
    </summary>
    <div class="menu-content">
      <a
        href={choiceAddress(shown, { ...choice, returned: undefined })}
        aria-current={choice.returned === undefined ? 'true' : undefined}
      >
        {t('Any visit')}
      </a>
      {goals.map((goal) => (
        <a
          class="one-line"
          href={choiceAddress(shown, { ...choice, returned: goal })}
          aria-current={choice.returned?.id === goal.id ? 'true' : undefined}
          title={withVisibleMarks(goal.name ?? '')}
        >
          <Name>{goal.name ?? ''}</Name>
        </a>
      ))}
    </div>
  </details>
);

const RetentionTable: FC<Props> = ({ shown, own, choice, period, rotation, table }) => {
  const { place, view } = shown;
  if (rotation === 'daily') {
    return (
      <div class="empty centered">
        <p>
          {t('Visitor IDs change every day, so no visitor is recognized on another day and there is no retention.')}
        </p>
        <p>
          {t('To see who comes back, set VISITOR_ID_ROTATION to monthly or never. Visitors so far stay unrecognized.')}
        </p>
      </div>
    );
  }
  const unfit = findUnfit(shown);
  if (unfit !== undefined) return <NotOfCohorts {...{ shown, own, unfit }} />;
  if (table === undefined) return null;
  if ('failure' in table)
    return <UnansweredNotice {...table} address={viewAddress(place, view, { list: RETENTION, own })} />;
  if (table.answer.every(({ visitors }) => visitors === 0)) {
    return (
      <div class="empty centered">
        <p>{isFiltered(view) ? t('No new visitors match these filters.') : t('No new visitors in this period.')}</p>
        {isFiltered(view) ? (
          <a href={viewAddress(place, withoutFilters(view), { list: RETENTION, own })}>{t('Clear filters')}</a>
        ) : (
          <a href={viewAddress(place, { ...view, range: { name: '90d' } }, { list: RETENTION, own })}>
            {t('Show the last 90 days')}
          </a>
        )}
      </div>
    );
  }
  return (
    <>
      <RetentionGrid cohorts={table.answer} period={period} />
      <Explanation {...{ period, rotation, choice, cohorts: table.answer, hasFilters: isFiltered(view) }} />
    </>
  );
};

const NotOfCohorts: FC<Pick<Props, 'shown' | 'own'> & { readonly unfit: Unfit }> = ({ shown, own, unfit }) => {
  const { place, view } = shown;
  const labels = unfit.filters.map(({ dimension }) => inSentence(filterLabel(dimension)));
  const names = [
    ...new Set(labels),
    ...(unfit.segment === undefined ? [] : [t('the segment “{name}”', { name: unfit.segment.name })]),
  ];
  const fit = {
    ...view,
    filters: leaveOut(view.filters, (each) => unfit.filters.includes(each)),
    segment: unfit.segment === undefined ? view.segment : undefined,
  };
  return (
    <div class="empty centered">
      <p>
        <Name>
          {t(
            "Retention is filtered by a visitor's first visit, such as its entry page, referrer or country, not by {names}.",
            { names: joinOr(names) },
          )}
        </Name>
      </p>
      <a href={viewAddress(place, fit, { list: RETENTION, own })}>
        {unfit.segment !== undefined && unfit.filters.length === 0
          ? t('Remove the segment')
          : view.filters.length - fit.filters.length === 1 && unfit.segment === undefined
            ? t('Remove this filter')
            : t('Remove these filters')}
      </a>
    </div>
  );
};

interface PeriodTexts {
  readonly returns: Text;
  readonly reaches: Text;
  readonly running: Text;
}

const TEXTS: Readonly<Record<Period, PeriodTexts>> = {
  day: {
    returns:
      'Each row has the visitors whose first visit was on that day, and how many of them came back in each later day.',
    reaches:
      'Each row has the visitors whose first visit was on that day, and how many of them reached {goal} in each later day.',
    running: 'Dotted: the current day, still running.',
  },
  week: {
    returns:
      'Each row has the visitors whose first visit was in that week, and how many of them came back in each later week.',
    reaches:
      'Each row has the visitors whose first visit was in that week, and how many of them reached {goal} in each later week.',
    running: 'Dotted: the current week, still running.',
  },
  month: {
    returns:
      'Each row has the visitors whose first visit was in that month, and how many of them came back in each later month.',
    reaches:
      'Each row has the visitors whose first visit was in that month, and how many of them reached {goal} in each later month.',
    running: 'Dotted: the current month, still running.',
  },
};

interface ExplanationProps extends Pick<Props, 'period' | 'rotation' | 'choice'> {
  readonly cohorts: readonly Cohort[];
  readonly hasFilters: boolean;
}

/** What the figures are, and their limits. */
const Explanation: FC<ExplanationProps> = ({ period, rotation, choice, cohorts, hasFilters }) => (
  <div class="muted small retention-notes">
    <p>
      {choice.returned === undefined
        ? t(TEXTS[period].returns)
        : rich(TEXTS[period].reaches, { goal: <Name>{choice.returned.name ?? ''}</Name> })}
      {hasFilters && ` ${t('Filters apply to the first visit.')}`}
      {cohorts.some(({ partial }) => partial) && ` ${t(TEXTS[period].running)}`}
    </p>
    {rotation === 'monthly' && (
      <p>
        {t(
          'Visitor IDs change each month (UTC), so returns are counted until the end of the month of the first visit.',
        )}
      </p>
    )}
  </div>
);

const choiceAddress = ({ place, view }: PageContext, choice: Choice): string =>
  viewAddress(place, view, { list: RETENTION, own: retentionParameters(choice) });

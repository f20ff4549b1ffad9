import type { FC } from 'hono/jsx';
import type { Definition } from '../../../definitions/definitions.js';
import { type Text, t } from '../../../lib/language/translate.js';
import { duration, exact, formatShare, rateText } from '../../../lib/number-text.js';
import { dimensionLabel, displayValue } from '../../../stats/dimensions.js';
import { OTHER } from '../../../stats/names.js';
import { dayAndTime } from '../../ui/moment.js';
import { hidden, rich, strong, wide } from '../../ui/rich.js';
import { matchName } from '../behavior/event-match.js';
import { FUNNELS, viewAddress } from '../stats/base-path.js';
import { filterWords } from '../stats/filter-words.js';
import { Name } from '../stats/name.js';
import { isFiltered, withoutFilters } from '../stats/view.js';
import { within } from './funnel-builder.js';
import { breakdowns, type FunnelStep, funnelParameters } from './funnel-choice.js';
import type { FunnelsProps } from './funnel-props.js';
import type { FunnelAnswer } from './read-funnels.js';

type Props = FunnelsProps & { readonly answer: FunnelAnswer };

/** Pages that are named where visitors left; the others are behind the list's end. */
const MAX_NEXT = 4;

/** Rows of the breakdown before the others are asked for; the style sheet has the same number. */
const MAX_ROWS = 10;

export const FunnelResult: FC<Props> = (props) => {
  const { shown, choice, goals, answer, now } = props;
  const { steps } = answer;
  const [first, last] = [steps[0]!, steps.at(-1)!];
  if (first.visitors === 0) {
    return (
      <div class="empty centered">
        <p>
          {isFiltered(shown.view)
            ? t('No visitors reached the first step under these filters.')
            : t('No visitors reached the first step in this period.')}
        </p>
        {isFiltered(shown.view) && (
          <a
            href={viewAddress(shown.place, withoutFilters(shown.view), {
              list: FUNNELS,
              own: funnelParameters(choice),
            })}
          >
            {t('Clear filters')}
          </a>
        )}
      </div>
    );
  }
  return (
    <>
      <p class="funnel-summary">
        {rich(
          '<strong>{started, number}</strong> started · <strong>{finished, number}</strong> finished · <strong>{rate}</strong>',
          { started: first.visitors, finished: last.visitors, rate: rateText(last.rate), strong },
        )}
      </p>
      <ol class="funnel-steps">
        {steps.map((step, place) => (
          <Step {...props} step={step} place={place} name={describeStep(choice.steps[place]!, goals)} />
        ))}
      </ol>
      <p class="muted small">
        {t(RULES[choice.order][choice.scope], { time: within(choice.withinSeconds) })}
        {Date.parse(answer.openUntil) > now &&
          ` ${t('Visitors may still finish: figures can rise until {time}.', {
            time: dayAndTime(new Date(answer.openUntil), shown.website.timezone),
          })}`}
      </p>
      <Breakdown {...props} />
    </>
  );
};

/** The page, event or goal of a step; of any other filter, a sentence. */
const describeStep = ({ match, filter }: FunnelStep, goals: readonly Definition[]): string =>
  match === undefined ? filterWords(filter, goals) : matchName(match, goals);

type Choice = FunnelsProps['choice'];

/** What counts as going through the steps. */
const RULES: Readonly<Record<Choice['order'], Readonly<Record<Choice['scope'], Text>>>> = {
  any: {
    visitor: 'Other events may be between two steps; all steps within {time} of the first one.',
    session: 'Other events may be between two steps; all steps within {time} of the first one, in one visit.',
  },
  strict: {
    visitor: 'No other event between two steps; all steps within {time} of the first one.',
    session: 'No other event between two steps; all steps within {time} of the first one, in one visit.',
  },
};

interface StepProps extends Props {
  readonly step: FunnelAnswer['steps'][number];
  readonly place: number;
  readonly name: string;
}

const Step: FC<StepProps> = ({ answer, step, place, name }) => (
  <li>
    <div class="row-line">
      <svg class="row-bar" aria-hidden="true">
        <rect width={`${(step.rate * 100).toFixed(1)}%`} height="100%" rx="4" />
      </svg>
      <span class="muted" aria-hidden="true">
        {place + 1}
      </span>
      <span class="row-name one-line" title={name}>
        <Name>{name}</Name>
      </span>
      <span class="muted small">{rateText(step.rate)}</span>
      <span class="row-number">
        {rich('{count, plural, one {#<hidden> visitor</hidden>} other {#<hidden> visitors</hidden>}}', {
          count: step.visitors,
          hidden,
        })}
      </span>
    </div>
    {place + 1 < answer.steps.length && <Between step={step} next={answer.steps[place + 1]!} />}
  </li>
);

/** Who went on, and where the others went. */
const Between: FC<{ readonly step: StepProps['step']; readonly next: StepProps['step'] }> = ({ step, next }) => (
  <div class="funnel-between">
    <p class="muted small">
      <span aria-hidden="true">↓ </span>
      {next.medianSeconds === null
        ? rich('<strong>{rate}</strong> went on', { rate: rateText(next.stepRate ?? 0), strong })
        : rich('<strong>{rate}</strong> went on, half of them within {time}', {
            rate: rateText(next.stepRate ?? 0),
            time: duration(next.medianSeconds),
            strong,
          })}
    </p>
    {step.dropOff > 0 && (
      <p>
        {rich('{count, number} dropped off ({rate}): {pages}', {
          count: step.dropOff,
          rate: rateText(step.dropOff / step.visitors),
          pages: <NextPages next={step.next} />,
        })}
      </p>
    )}
  </div>
);

const NextPages: FC<{ readonly next: StepProps['step']['next'] }> = ({ next }) => {
  const elsewhere = next.slice(MAX_NEXT).reduce((sum, { visitors }) => sum + visitors, 0);
  return (
    <span class="muted small">
      {next.slice(0, MAX_NEXT).map(({ page, visitors }, place) => (
        <>
          {place > 0 && ', '}
          {page === null ? (
            t('left {count, number}', { count: visitors })
          ) : (
            <>
              <Name>{page}</Name> {exact(visitors)}
            </>
          )}
        </>
      ))}
      {next.length > MAX_NEXT && `, ${t('elsewhere {count, number}', { count: elsewhere })}`}
    </span>
  );
};

/** For screen readers. */
const TABLE_NAMES: Readonly<Record<Choice['breakdown'], Text>> = {
  referrer: 'By referrer',
  device: 'By device',
  country: 'By country',
};

/** The funnel by a dimension: rates of each step, and of the whole. */
const Breakdown: FC<Props> = ({ shown: { place, view }, choice, goals, answer: { rows = [] } }) => (
  <section class="funnel-breakdown" aria-label={t('Breakdown')}>
    <ul class="panel-tabs">
      {breakdowns.map((each) => (
        <li>
          <a
            class="tab"
            href={`${viewAddress(place, view, { list: FUNNELS, own: funnelParameters({ ...choice, breakdown: each }) })}#breakdown`}
            aria-current={each === choice.breakdown ? 'true' : undefined}
          >
            {dimensionLabel(each)}
          </a>
        </li>
      ))}
    </ul>
    <section class="scrolling" id="breakdown" tabindex={0} aria-label={t(TABLE_NAMES[choice.breakdown])}>
      <table class="table funnel-table">
        <thead>
          <tr>
            <th scope="col">{dimensionLabel(choice.breakdown)}</th>
            <th scope="col" class="number">
              {t('Started')}
            </th>
            {choice.steps.slice(1).map((step) => (
              <StepHead name={describeStep(step, goals)} />
            ))}
            <th scope="col" class="number">
              {rich('Finished<wide> (of started)</wide>', {
                wide,
              })}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ value, steps }) => (
            <tr>
              <th scope="row">
                <span class="clamped">
                  <Name>{valueName(choice.breakdown, value)}</Name>
                </span>
              </th>
              <td class="number">{exact(steps[0]!.visitors)}</td>
              {steps.slice(1).map(({ visitors, stepRate }, place) => (
                <td class="number funnel-rate" title={visitorsText(visitors)}>
                  {stepText(visitors, stepRate, steps[place]!.visitors)}
                </td>
              ))}
              <td class="number" title={visitorsText(steps.at(-1)!.visitors)}>
                {formatShare({ value: steps.at(-1)!.visitors, percentage: steps.at(-1)!.rate * 100 })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
    {rows.length > MAX_ROWS && (
      <details class="funnel-more">
        <summary>{t('Show all {count}', { count: rows.length })}</summary>
      </details>
    )}
    <p class="muted small funnel-note">{t('Rates of steps are of the step before.')}</p>
  </section>
);

const StepHead: FC<{ readonly name: string }> = ({ name }) => (
  <th scope="col" class="number funnel-rate" title={name}>
    <span class="one-line">
      {'→ '}
      <Name>{name}</Name>
    </span>
  </th>
);

const visitorsText = (count: number): string => t('{count, plural, one {# visitor} other {# visitors}}', { count });

const valueName = (dimension: Choice['breakdown'], value: string | null): string => {
  if (value === null) return dimension === 'referrer' ? t('Direct') : t('(not set)');
  return value === OTHER ? t(OTHER) : displayValue(dimension, value);
};

/** A dash where there is no visitor in the step before. */
const stepText = (visitors: number, stepRate: number | null, before: number): string =>
  before === 0 ? '—' : formatShare({ value: visitors, percentage: (stepRate ?? 0) * 100 });

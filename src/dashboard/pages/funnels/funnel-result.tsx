import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { duration, exact, formatShare, rateText, wordFor } from '../../../lib/number-text.js';
import { dimensions, displayValue } from '../../../stats/dimensions.js';
import { dayAndTime } from '../../ui/moment.js';
import { FUNNELS, viewAddress } from '../stats/base-path.js';
import { Name } from '../stats/name.js';
import { isFiltered, withoutFilters } from '../stats/view.js';
import { describeStep } from './describe-step.js';
import { within } from './funnel-builder.js';
import { breakdowns, funnelParameters } from './funnel-choice.js';
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
        <p>{`No visitors reached the first step${isFiltered(shown.view) ? ' under these filters' : ' in this period'}.`}</p>
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
        <strong>{exact(first.visitors)}</strong> started · <strong>{exact(last.visitors)}</strong> finished ·{' '}
        <strong>{rateText(last.rate)}</strong>
      </p>
      <ol class="funnel-steps">
        {steps.map((step, place) => (
          <Step {...props} step={step} place={place} name={describeStep(choice.steps[place]!, goals)} />
        ))}
      </ol>
      <p class="muted small">
        {`${choice.order === 'strict' ? 'No other event between two steps' : 'Other events may be between two steps'}; all steps within ${within(choice.withinSeconds)} of the first one${choice.scope === 'session' ? ', in one visit' : ''}.`}
        {Date.parse(answer.openUntil) > now &&
          ` Visitors may still finish: figures can rise until ${dayAndTime(new Date(answer.openUntil), shown.website.timezone)}.`}
      </p>
      <Breakdown {...props} />
    </>
  );
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
        {exact(step.visitors)}
        <span class="visually-hidden">{` ${wordFor(step.visitors, 'visitor')}`}</span>
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
      <strong>{rateText(next.stepRate ?? 0)}</strong>
      {` went on${next.medianSeconds === null ? '' : `, half of them within ${duration(next.medianSeconds)}`}`}
    </p>
    {step.dropOff > 0 && (
      <p>
        {`${exact(step.dropOff)} dropped off (${rateText(step.dropOff / step.visitors)}): `}
        <span class="muted small">
          {step.next.slice(0, MAX_NEXT).map(({ page, visitors }, place) => (
            <>
              {place > 0 && ', '}
              {page === null ? 'left' : <Name>{page}</Name>} {exact(visitors)}
            </>
          ))}
          {step.next.length > MAX_NEXT &&
            `, elsewhere ${exact(step.next.slice(MAX_NEXT).reduce((sum, { visitors }) => sum + visitors, 0))}`}
        </span>
      </p>
    )}
  </div>
);

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
            {dimensions[each].label}
          </a>
        </li>
      ))}
    </ul>
    <section
      class="scrolling"
      id="breakdown"
      tabindex={0}
      aria-label={`By ${dimensions[choice.breakdown].label.toLowerCase()}`}
    >
      <table class="table funnel-table">
        <thead>
          <tr>
            <th scope="col">{dimensions[choice.breakdown].label}</th>
            <th scope="col" class="number">
              {t('Started')}
            </th>
            {choice.steps.slice(1).map((step) => (
              <StepHead name={describeStep(step, goals)} />
            ))}
            <th scope="col" class="number">
              Finished<span class="wide-only">{t(' (of started)')}</span>
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
                <td class="number funnel-rate" title={`${exact(visitors)} ${wordFor(visitors, 'visitor')}`}>
                  {stepText(visitors, stepRate, steps[place]!.visitors)}
                </td>
              ))}
              <td
                class="number"
                title={`${exact(steps.at(-1)!.visitors)} ${wordFor(steps.at(-1)!.visitors, 'visitor')}`}
              >
                {formatShare({ value: steps.at(-1)!.visitors, percentage: steps.at(-1)!.rate * 100 })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
    {rows.length > MAX_ROWS && (
      <details class="funnel-more">
        <summary>{`Show all ${rows.length}`}</summary>
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

const valueName = (dimension: FunnelsProps['choice']['breakdown'], value: string | null): string => {
  if (value === null) return dimension === 'referrer' ? 'Direct' : '(not set)';
  return value === '(other)' ? value : displayValue(dimension, value);
};

/** A dash where there is no visitor in the step before. */
const stepText = (visitors: number, stepRate: number | null, before: number): string =>
  before === 0 ? '—' : formatShare({ value: visitors, percentage: (stepRate ?? 0) * 100 });

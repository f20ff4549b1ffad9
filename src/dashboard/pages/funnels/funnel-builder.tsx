import type { FC } from 'hono/jsx';
import { type Text, t } from '../../../lib/language/translate.js';
import { MAX_FUNNEL_STEPS, MIN_FUNNEL_STEPS } from '../../../stats/behavior/parse-funnel.js';
import { duration } from '../../ui/failure-page.js';
import { Button } from '../../ui/form.js';
import { MatchFields } from '../behavior/match-fields.js';
import { FUNNELS } from '../stats/base-path.js';
import { SuggestionList } from '../stats/suggestions.js';
import { ViewForm } from '../stats/view-form.js';
import { breakdowns, windows } from './funnel-choice.js';
import type { FunnelsProps } from './funnel-props.js';

/** Choices by the name of their field. */
const ORDERS = [
  ['any', 'In this order, others between'],
  ['strict', 'In this order, nothing between'],
] as const;

const SCOPES = [
  ['visitor', 'Across visits'],
  ['session', 'In one visit'],
] as const;

/** Steps and settings as a form, whose fields become the address. An emptied step is removed. */
export const FunnelBuilder: FC<FunnelsProps> = ({ shown, choice, goals }) => {
  if (choice.steps.some(({ match }) => match === undefined)) {
    return <p class="muted small">{t('Steps of this funnel have filters that only the API can change.')}</p>;
  }
  const { steps, saved, breakdown } = choice;
  const hasResult = steps.length >= MIN_FUNNEL_STEPS;
  const rows = Math.min(MAX_FUNNEL_STEPS, Math.max(MIN_FUNNEL_STEPS, steps.length + 1));
  const hidden = [
    ['typed', '1'] as const,
    ...(saved === undefined ? [] : [['funnel', saved.id] as const]),
    ...(breakdown === breakdowns[0] ? [] : [['breakdown', breakdown] as const]),
  ];
  const seconds = [...new Set([...windows, choice.withinSeconds])].toSorted((one, other) => one - other);
  return (
    <details class="funnel-builder" data-id={hasResult ? 'edit' : 'begin'} open={!hasResult}>
      <summary>{hasResult ? t('Edit steps') : t('Steps')}</summary>
      <ViewForm class="stack" shown={shown} list={FUNNELS} own={hidden} suggests>
        <ol class="funnel-fields">
          {Array.from({ length: rows }, (_, index) => (
            <li class="row match-form">
              <span class="muted" aria-hidden="true">
                {index + 1}
              </span>
              <MatchFields
                match={steps[index]?.match}
                goals={goals}
                kindName={`kind${index + 1}`}
                valueName={`value${index + 1}`}
                label={t('Step {number}', { number: index + 1 })}
                placeholder={index < MIN_FUNNEL_STEPS ? t('/pricing or /docs/*') : t('Another step (optional)')}
              />
            </li>
          ))}
        </ol>
        <SuggestionList id="match-suggestions" />
        <div class="row funnel-settings">
          <Choice name="order" label={t('Order')} value={choice.order} options={translated(ORDERS)} />
          <Choice name="scope" label={t('Scope')} value={choice.scope} options={translated(SCOPES)} />
          <Choice
            name="within"
            label={t('Time limit')}
            value={String(choice.withinSeconds)}
            options={seconds.map((each) => [String(each), within(each)] as const)}
          />
          <Button small>{t('Show funnel')}</Button>
        </div>
        <p class="muted small">{t('Clear a page to remove its step. * stands for any characters of a page.')}</p>
      </ViewForm>
    </details>
  );
};

type Option<Label> = readonly [value: string, label: Label];

const translated = (options: readonly Option<Text>[]): readonly Option<string>[] =>
  options.map(([value, label]) => [value, t(label)]);

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option<string>[];
}

const Choice: FC<ChoiceProps> = ({ name, label, value, options }) => (
  <label>
    <span class="muted small">{label}</span>
    <select name={name}>
      {options.map(([each, text]) => (
        <option value={each} selected={each === value}>
          {text}
        </option>
      ))}
    </select>
  </label>
);

const DAY_SECONDS = 86_400;

/** As in `7 days`, `1 hour`. */
export function within(seconds: number): string {
  const days = seconds / DAY_SECONDS;
  if (!Number.isInteger(days)) return duration(seconds);
  return t('{count, plural, one {# day} other {# days}}', { count: days });
}

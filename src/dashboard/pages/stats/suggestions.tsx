import type { Child, FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { hidden, rich } from '../../ui/rich.js';
import { Name, withVisibleMarks } from './name.js';
import type { Suggestion } from './suggest-values.js';
import { type FilterOperator, isPartial } from './view-filter.js';

/** Where a script shows suggestions, below a field with its id in `data-suggestions`. */
export const SuggestionList: FC<{ readonly id: string }> = ({ id }) => (
  <div class="suggestions" id={id} role="listbox" aria-label={t('Suggestions')} data-keep hidden />
);

/** A filter for all values that contain the text. */
export interface PartSuggestion {
  readonly text: string;
  readonly operator: 'contains' | 'contains_not';
  readonly visitors: number;
}

function containsText({ text, operator }: PartSuggestion) {
  const values = { text: withVisibleMarks(text), name: (content: Child) => <bdi>{content}</bdi> };
  return operator === 'contains'
    ? rich('contains <name>“{text}”</name>', values)
    : rich('does not contain <name>“{text}”</name>', values);
}

interface Props {
  readonly suggestions: readonly Suggestion[];
  readonly part: PartSuggestion | undefined;
  /** Of the form; undefined without one. */
  readonly operator: FilterOperator | undefined;
}

/** The first one is taken by Enter: with an operator for parts, the text itself. */
export const Suggestions: FC<Props> = ({ suggestions, part, operator }) => {
  const isPartFirst = operator !== undefined && isPartial(operator);
  const values = suggestions.map(({ name, code, visitors }) => ({
    value: name,
    visitors,
    content: (
      <>
        <Name>{name}</Name>
        {code !== undefined && <small class="muted"> {code}</small>}
      </>
    ),
  }));
  const ofPart = part && {
    value: part.text,
    visitors: part.visitors,
    operator: part.operator,
    content: containsText(part),
  };
  const parts = ofPart === undefined ? [] : [ofPart];
  return (
    <div>
      {(isPartFirst ? [...parts, ...values] : [...values, ...parts]).map(
        ({ value, visitors, content, ...more }, place) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field.
          <div
            id={`suggestion-${place}`}
            role="option"
            data-value={value}
            data-op={'operator' in more ? more.operator : undefined}
            title={withVisibleMarks(value)}
          >
            <span class="one-line">{content}</span>{' '}
            <span class="number">
              {rich('{count, plural, one {#<hidden> visitor</hidden>} other {#<hidden> visitors</hidden>}}', {
                count: visitors,
                hidden,
              })}
            </span>
          </div>
        ),
      )}
    </div>
  );
};

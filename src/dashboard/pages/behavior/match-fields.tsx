import type { FC } from 'hono/jsx';
import type { Definition } from '../../../definitions/definitions.js';
import { t } from '../../../lib/language/translate.js';
import { withVisibleMarks } from '../stats/name.js';
import { type EventMatch, findGoal } from './event-match.js';

interface Props {
  readonly match: EventMatch | undefined;
  readonly goals: readonly Definition[];
  /** Names of the two fields. */
  readonly kindName: string;
  readonly valueName: string;
  /** For screen readers, such as `Step 2`. */
  readonly label: string;
  readonly placeholder?: string;
}

/** Chooses an event: a page or a custom event, which are typed, or a goal. */
export const MatchFields: FC<Props> = ({ match, goals, kindName, valueName, label, placeholder = '/pricing' }) => {
  const goal = match && findGoal(goals, match);
  return (
    <>
      <select name={kindName} aria-label={t('{label}: kind of event', { label })} class="match-kind">
        <option value="page">{t('Page')}</option>
        <option value="event" selected={match?.kind === 'event'}>
          {t('Custom event')}
        </option>
        {goals.length > 0 && (
          <optgroup label={t('Goals')}>
            {goals.map((each) => (
              <option value={`goal:${each.id}`} selected={each.id === goal?.id}>
                {withVisibleMarks(each.name ?? '')}
              </option>
            ))}
          </optgroup>
        )}
      </select>
      <input
        class="match-value"
        name={valueName}
        value={match === undefined || match.kind === 'goal' ? '' : match.value}
        aria-label={t('{label}: page or event', { label })}
        placeholder={placeholder}
        maxlength={2000}
        autocomplete="off"
        spellcheck={false}
        data-suggestions="match-suggestions"
        data-by={kindName}
      />
    </>
  );
};

import type { Child, FC } from 'hono/jsx';
import { dateSpan } from '../../../lib/date-text.js';
import { shortMoment, zonedFormat } from '../../../lib/language/formats.js';
import { t } from '../../../lib/language/translate.js';
import { noteText } from '../../../websites/note-texts.js';
import { FormError } from '../../ui/form.js';
import { NOTES, viewAddress } from '../stats/base-path.js';
import { Name } from '../stats/name.js';
import type { PageContext } from '../stats/page-context.js';
import { NoteAdding, NoteEditing } from './note-fields.js';
import type { ArrangedNotes, PlacedNote } from './place-notes.js';
import type { ShownNotes } from './read-shown-notes.js';

/** As many as are read at a glance. Earlier ones are folded. */
const MAX_UNFOLDED = 5;

interface Props {
  readonly shown: PageContext;
  readonly notes: ShownNotes;
  readonly arranged: ArrangedNotes;
}

/** The notes of the range below the chart, whose tooltip reads them here. */
export const NotesSection: FC<Props> = ({
  shown,
  notes: { found, adding, editing, refused, editedId, done },
  arranged: { notes, more },
}) => {
  const { place, view } = shown;
  const isEdited = ({ id, source }: PlacedNote) => id === editedId && source !== 'system';
  const [earlier, later] = [notes.slice(0, -MAX_UNFOLDED), notes.slice(-MAX_UNFOLDED)];
  // For a refused form, whose own address shows nothing.
  const own = editing.values === undefined ? [] : [['note', editing.values.id] as const];
  const isRefused = [adding, editing].some(({ values }) => values !== undefined) || refused[''] !== undefined;
  const list = (some: readonly PlacedNote[]) => (
    <ol class="note-list">
      {some.map((note) => (
        <NoteItem shown={shown} note={note}>
          {isEdited(note) && <NoteEditing shown={shown} note={note} form={editing} />}
        </NoteItem>
      ))}
    </ol>
  );
  return (
    <section
      class="notes"
      id={NOTES}
      aria-label={t('Notes')}
      data-reload-as={isRefused ? viewAddress(place, view, { own }) : undefined}
    >
      {done}
      <FormError errors={refused} />
      {!notes.some(isEdited) && <FormError errors={editing.errors} />}
      {'failure' in found && (
        <p class="muted small">
          {t('Notes could not be read.')} <a href={viewAddress(place, view)}>{t('Try again')}</a>
        </p>
      )}
      {more > 0 && (
        <p class="muted small">
          {t(
            '{count, plural, one {# more note. Choose a shorter range to see them.} other {# more notes. Choose a shorter range to see them.}}',
            { count: more },
          )}
        </p>
      )}
      {earlier.length > 0 && (
        <details class="earlier-notes" open={earlier.some(isEdited)}>
          <summary class="muted small">
            {t('{count, plural, one {# earlier note} other {# earlier notes}}', { count: earlier.length })}
          </summary>
          {list(earlier)}
        </details>
      )}
      {later.length > 0 && list(later)}
      <NoteAdding shown={shown} form={adding} />
    </section>
  );
};

const NoteItem: FC<{ readonly shown: PageContext; readonly note: PlacedNote; readonly children: Child }> = ({
  shown: { place, view, website },
  note: { id, source, text, place: inChart, ...time },
  children,
}) => {
  const when = writeTime(time, website.timezone);
  const isSystem = source === 'system';
  return (
    <li
      class={isSystem ? 'note system-note' : 'note'}
      data-id={id}
      data-first={inChart?.first}
      data-last={inChart?.last}
    >
      <span class="note-number" aria-hidden="true">
        {inChart?.number}
      </span>
      <span class="muted note-time">{when}</span>
      <span class="note-text">
        <Name>{isSystem ? noteText(text) : text}</Name>
      </span>
      {isSystem ? (
        <span class="muted">{t('Automatic')}</span>
      ) : (
        <a
          href={`${viewAddress(place, view, { own: [['note', id]] })}#${NOTES}`}
          aria-label={t('Edit note of {time}', { time: when })}
        >
          {t('Edit')}
        </a>
      )}
      {children}
    </li>
  );
};

/** As in `1–7 Mar 2026`, or `1 Mar 2026, 14:05`. */
function writeTime({ at, until }: Pick<PlacedNote, 'at' | 'until'>, timeZone: string): string {
  if (!at.includes('T')) return dateSpan({ from: at, to: until ?? at });
  return zonedFormat(shortMoment, timeZone).formatRange(new Date(at), new Date(until ?? at));
}

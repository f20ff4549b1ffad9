import { translateStored } from '../lib/language/stored-text.js';
import { type Text, t } from '../lib/language/translate.js';
import { settingEntries } from './setting-table.js';

/** Texts of the notes that the service writes. */
export const noteTexts = {
  imported: 'Imported {count, plural, one {# event} other {# events}} of {from} to {until}.',
  importedOnDay: 'Imported {count, plural, one {# event} other {# events}} of {day}.',
  deleted: 'Deleted {count, plural, one {# event} other {# events}} of {from} to {until}.',
  deletedOnDay: 'Deleted {count, plural, one {# event} other {# events}} of {day}.',
  restored: 'Restored {count, plural, one {# deleted event} other {# deleted events}} of {from} to {until}.',
  restoredOnDay: 'Restored {count, plural, one {# deleted event} other {# deleted events}} of {day}.',
  deletedVisitor: 'Deleted the events of a visitor.',
  retention: 'Deleted the events before {day}, as the data retention says.',
  rejected: 'Some events could not be stored: they are in the folder rejected.',
  trackingKey: 'Replaced the tracking key: events with the old one do not count.',
  settings: 'Changed the {settings}.',
  idsStay: 'Visitor IDs no longer change: each visitor counts as new once.',
  idsMonthly: 'Visitor IDs now change at the start of each month: each visitor counts as new once.',
  idsDaily: 'Visitor IDs now change at the start of each day: each visitor counts as new once.',
} as const satisfies Readonly<Record<string, Text>>;

/** A note is stored in English. If the service wrote it, this returns it in the current language. */
export const noteText = (stored: string): string =>
  translateStored(stored, Object.values(noteTexts), (name, value) =>
    name === 'settings' ? value.split(', ').map(settingName).join(', ') : value,
  );

function settingName(stored: string): string {
  const called = settingEntries.map(([, setting]) => setting.called).find((each) => each === stored);
  return called === undefined ? stored : t(called);
}

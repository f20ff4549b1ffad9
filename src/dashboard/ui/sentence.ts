import { t } from '../../lib/language/translate.js';
import { capitalized } from '../../lib/text.js';

/** Errors of the API have no period, and those of fields no capital letter. */
export function toSentence(reason: string): string {
  const text = capitalized(reason);
  return /[.!?。]$/.test(text) ? text : t('{reason}.', { reason: text });
}

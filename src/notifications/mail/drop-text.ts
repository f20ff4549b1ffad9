import { dropNames } from '../../collect/drops.js';
import { storedText } from '../../lib/language/stored-text.js';

/** Reasons for which events were not counted are stored in English: this returns one in the current language. */
export const dropText = (stored: string): string => storedText(stored, Object.values(dropNames));

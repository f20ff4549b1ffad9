import { dropNames } from '../../collect/drops.js';
import { translateStored } from '../../lib/language/stored-text.js';

/** Reasons for which events were not counted are stored in English: this returns one in the current language. */
export const dropText = (stored: string): string => translateStored(stored, Object.values(dropNames));

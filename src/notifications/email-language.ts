import { type Language, languageNamed } from '../lib/language/language.js';

/** Returns the language of an account's emails and webhook messages: English if it has chosen none. */
export const emailLanguage = (chosen: string | null | undefined): Language => languageNamed(chosen) ?? 'en';

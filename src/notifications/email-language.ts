import { type Language, languageNamed } from '../lib/language/language.js';

/** Of emails, and of texts for people in webhooks, by the `language` of an account: English where none is chosen. */
export const emailLanguage = (chosen: string | null | undefined): Language => languageNamed(chosen) ?? 'en';

import { AppError } from '../../../lib/errors.js';
import { t } from '../../../lib/language/translate.js';
import { isTopic, type Topic } from '../../../notifications/topics.js';

/** Throws AppError `not_found` for an unknown topic. */
export function requireTopic(text: string): Topic {
  if (!isTopic(text)) throw new AppError('not_found', [t('Not found')]);
  return text;
}

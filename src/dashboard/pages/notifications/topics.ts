import { AppError } from '../../../lib/errors.js';
import { isTopic, type Topic } from '../../../notifications/topics.js';

/** For use within a sentence. */
export const topicNames: Readonly<Record<Topic, string>> = {
  'weekly-summary': 'the weekly summary',
  'traffic-alert': 'traffic alerts',
};

/** Throws AppError `not_found` for an unknown topic. */
export function requireTopic(text: string): Topic {
  if (!isTopic(text)) throw new AppError('not_found', ['Not found']);
  return text;
}

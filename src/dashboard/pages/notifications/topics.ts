import { AppError } from '../../../lib/errors.js';
import { isTopic, type Topic } from '../../../notifications/topics.js';

/** The names of the topics in a sentence. */
export const topicNames: Readonly<Record<Topic, string>> = {
  'weekly-summary': 'the weekly summary',
  'traffic-alert': 'traffic alerts',
};

/** Returns the topic that a request names. Throws AppError `not_found`. */
export function requireTopic(text: string): Topic {
  if (!isTopic(text)) throw new AppError('not_found', ['Not found']);
  return text;
}

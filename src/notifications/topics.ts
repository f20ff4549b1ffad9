import { TOPICS } from '../postgres/schema.js';

export { TOPICS };

/** What a notice is about. Each topic has a switch in the settings, and is unsubscribed from alone. */
export type Topic = (typeof TOPICS)[number];

/** Returns whether the text is a topic. */
export const isTopic = (text: unknown): text is Topic => TOPICS.some((topic) => topic === text);

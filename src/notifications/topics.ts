import { TOPICS } from '../postgres/schema.js';

export { TOPICS };

/** Each topic has its own switch in the settings, and its own unsubscription. */
export type Topic = (typeof TOPICS)[number];

export const isTopic = (text: unknown): text is Topic => TOPICS.some((topic) => topic === text);

import { z } from 'zod';
import { signedTexts } from '../lib/signed-text.js';
import type { Unsubscription } from './recipients.js';
import { isTopic, type Topic } from './schedule.js';

/** The links that end one kind of email: they work without a sign-in, for as long as the installation keeps its secret. */
export interface UnsubscribeLinks {
  readonly make: (unsubscription: Unsubscription) => string;
  /** Returns what a link ends; undefined for a token that was not made here. */
  readonly read: (token: string) => Unsubscription | undefined;
}

const shape = z.tuple([z.uuid(), z.custom<Topic>(isTopic), z.string()]);

/** @param baseUrl origin of the installation, without a trailing slash */
export function unsubscribeLinks(secret: string, baseUrl: string): UnsubscribeLinks {
  const { sign, read } = signedTexts(secret, 'unsubscribe');
  return {
    make: ({ websiteId, topic, email }) => `${baseUrl}/unsubscribe/${sign(JSON.stringify([websiteId, topic, email]))}`,
    read: (token) => {
      const text = read(token);
      if (text === undefined) return undefined;
      const [websiteId, topic, email] = shape.parse(JSON.parse(text));
      return { websiteId, topic, email };
    },
  };
}

import { z } from 'zod';
import { signedTexts } from '../lib/signed-text.js';
import type { Invitation, Unsubscription } from './recipients.js';
import { isTopic, type Topic } from './topics.js';

/** Links in emails that work without a sign-in, for as long as the installation keeps its secret. */
export interface EmailLinks<Target> {
  readonly make: (target: Target) => string;
  /** Undefined for a token that was not signed by this installation. */
  readonly read: (token: string) => Target | undefined;
}

/** They end one kind of email about a website for an address. */
export type UnsubscribeLinks = EmailLinks<Unsubscription>;

const unsubscription = z.object({ websiteId: z.uuid(), topic: z.custom<Topic>(isTopic), email: z.string() });
const invitation = z.object({ websiteId: z.uuid(), email: z.string(), sentAt: z.number() });

export const unsubscribeLinks = (secret: string, baseUrl: string): UnsubscribeLinks =>
  signedLinks(secret, `${baseUrl}/unsubscribe`, 'unsubscribe', unsubscription);

export const invitationLinks = (secret: string, baseUrl: string): EmailLinks<Invitation> =>
  signedLinks(secret, `${baseUrl}/confirm-recipient`, 'confirm recipient', invitation);

/** Each purpose has its own key, so that a link of one kind is never valid as another. */
function signedLinks<Target>(
  secret: string,
  url: string,
  purpose: string,
  shape: z.ZodType<Target>,
): EmailLinks<Target> {
  const { sign, read } = signedTexts(secret, purpose);
  return {
    make: (target) => `${url}/${sign(JSON.stringify(target))}`,
    read: (token) => {
      const text = read(token);
      return text === undefined ? undefined : shape.parse(JSON.parse(text));
    },
  };
}

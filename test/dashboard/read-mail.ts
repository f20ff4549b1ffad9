import { expect } from 'vitest';
import type { Received, SmtpServer } from '../notifications/mail/smtp-server.js';

/** The emails to an address, the oldest first, with soft line breaks undone. */
export const mailTo = ({ received }: SmtpServer, email: string): readonly string[] =>
  received.filter(({ to }) => to.includes(email)).map(textOf);

const textOf = ({ data }: Received): string => data.replaceAll('=\n', '').replaceAll('=3D', '=');

/** The paths of the links that were mailed to an address, the oldest first. */
export const mailedLinks = (mail: SmtpServer, email: string): readonly string[] =>
  mailTo(mail, email).flatMap((text) => LINK.exec(text)?.[1] ?? []);

const LINK = /https:\/\/footfall\.example(\/(?:reset-password|verify-email)\/[\w-]+)/;

/** The path of the last link that was mailed to an address, as soon as there are more than `before`. */
export async function mailedPath(mail: SmtpServer, email: string, before = 0): Promise<string> {
  await expect.poll(() => mailedLinks(mail, email).length).toBeGreaterThan(before);
  return mailedLinks(mail, email).at(-1) ?? '';
}

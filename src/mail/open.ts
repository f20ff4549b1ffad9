import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Email, Mailer } from './mailer.js';

/** A mail server and the sender of emails. */
export interface MailServer {
  /** `smtp://user:password@host:587`, or `smtps://…`. */
  readonly url: string;
  /** An address, or a name and an address: `Footfall <footfall@example.com>`. */
  readonly from: string;
}

const PATIENCE_MS = 20_000;

/** Returns a mailer that uses the server. Without a server, emails are written to the log, for the administrator. */
export const openMailer = (server: MailServer | undefined, log: Pick<Logger, 'warn'>): Mailer =>
  server === undefined ? logMailer(log) : smtpMailer(server);

function smtpMailer({ url, from }: MailServer): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    // No part of an email may be read as a file or fetched from an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    delivers: true,
    send: async ({ to, subject, text, html }: Email) => {
      // As an object, one address cannot be parsed as several.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html });
    },
  };
}

const logMailer = (log: Pick<Logger, 'warn'>): Mailer => ({
  delivers: false,
  send: async ({ to, subject, text, link }) => {
    // A link in a field of its own can be copied with a double click.
    log.warn({ to, subject, ...(link === undefined ? { text } : { link }) }, 'SMTP_URL is not set: email not sent');
  },
});

import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Email, Mailer } from './mailer.js';

/** A mail server and who writes. */
export interface MailServer {
  /** `smtp://user:password@host:587`, or `smtps://…`. */
  readonly url: string;
  /** An address, or a name and an address: `Footfall <footfall@example.com>`. */
  readonly from: string;
}

const PATIENCE_MS = 20_000;

/** What sends emails over that server; without one, they are written to the log for whoever runs the installation. */
export const openMailer = (server: MailServer | undefined, log: Pick<Logger, 'warn'>): Mailer =>
  server === undefined ? logMailer(log) : smtpMailer(server);

function smtpMailer({ url, from }: MailServer): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    // Nothing of an email is ever a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    delivers: true,
    send: async ({ to, subject, text, html }: Email) => {
      // As an object, the address cannot be read as several.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html });
    },
  };
}

const logMailer = (log: Pick<Logger, 'warn'>): Mailer => ({
  delivers: false,
  send: async ({ to, subject, text }) => {
    log.warn({ to, subject, text }, 'no SMTP_URL is set: this email is not sent');
  },
});

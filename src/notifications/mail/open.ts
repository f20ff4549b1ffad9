import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Logger } from 'pino';
import type { Email, Mailer } from './mailer.js';

export interface MailServer {
  /** `smtp://user:password@host:587`, or `smtps://…`. */
  readonly url: string;
  /** An address, or a name and an address: `Footfall <footfall@example.com>`. */
  readonly from: string;
}

const SMTP_TIMEOUT_MS = 20_000;

/** Without a server, emails are written to the log for the administrator. */
export const openMailer = (server: MailServer | undefined, log: Pick<Logger, 'warn'>): Mailer =>
  server === undefined ? logMailer(log) : smtpMailer(server);

function smtpMailer({ url, from }: MailServer): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    // Forbids reading files and fetching addresses while composing.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    delivers: true,
    send: async (email: Email) => {
      await transport.sendMail(toMessage(email, from));
    },
  };
}

/** Converts to nodemailer's format. */
function toMessage({ to, subject, text, html, images = [], id, unsubscribeUrl }: Email, from: string): SendMailOptions {
  return {
    from,
    // As an object, an address cannot be parsed as several addresses.
    to: { name: '', address: to },
    subject,
    text,
    html,
    attachments: images.map(({ cid, filename, png }) => ({
      cid,
      filename,
      content: Buffer.from(png),
      contentType: 'image/png',
    })),
    ...(id !== undefined && { messageId: `<${id}@${readHost(from)}>` }),
    ...(unsubscribeUrl !== undefined && {
      headers: {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'Auto-Submitted': 'auto-generated',
      },
    }),
  };
}

const readHost = (from: string): string => /@([^@<>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';

const logMailer = (log: Pick<Logger, 'warn'>): Mailer => ({
  delivers: false,
  send: async ({ to, subject, text, link }) => {
    // In its own field, the link can be copied with a double click.
    log.warn({ to, subject, ...(link === undefined ? { text } : { link }) }, 'SMTP_URL is not set: email not sent');
  },
});

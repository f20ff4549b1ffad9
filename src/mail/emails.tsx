import { ButtonLink, Layout, toHtml } from './layout.js';
import { look } from './look.js';
import type { Email } from './mailer.js';
import { oneLine } from './one-line.js';

interface Occasion {
  /** The recipient's address. */
  readonly to: string;
  readonly link: string;
}

/** Returns an email with a link to replace a forgotten password. */
export const passwordResetEmail = ({ to, link }: Occasion): Email =>
  renderEmail(to, link, {
    subject: 'Choose a new password for Footfall',
    greeting: 'Someone, probably you, asked for a new password for this account.',
    action: 'Choose a new password',
    ending:
      'The link works once, within an hour. If it was not you, there is nothing to do: the password stays as it is.',
  });

/** Returns an email with a link that verifies its recipient's address. */
export const verificationEmail = ({ to, link }: Occasion): Email =>
  renderEmail(to, link, {
    subject: 'Is this your email address?',
    greeting: 'A Footfall account has this email address.',
    action: 'Yes, it is mine',
    ending: 'The link works once, within a day. If the account is not yours, ignore this email.',
  });

/** Returns an email that says that a webhook was disabled. */
export const disabledWebhookEmail = ({ to, link, name }: Occasion & { name: string }): Email =>
  renderEmail(to, link, {
    subject: 'A webhook of your website was disabled',
    greeting: `The webhook “${oneLine(name, 100)}” has taken no notice for a day, and is disabled now.`,
    action: 'Check the webhook',
    ending: 'Its log says what went wrong. Turn it on again when its receiver works.',
  });

/** Returns an email that asks its recipient whether to get the emails about a website. */
export const invitationEmail = ({ to, link, owner, domain }: Occasion & { owner: string; domain: string }): Email =>
  renderEmail(to, link, {
    subject: `Do you want emails about ${domain}?`,
    greeting: `${owner} has added this address to those that get the weekly summaries and traffic alerts of ${domain} from Footfall.`,
    action: 'Yes, send them to me',
    ending:
      'Without your answer nothing is sent. The link works for a week. If you do not know the sender, ignore this email.',
  });

/** The texts of an email around its one link. */
export interface Wording {
  readonly subject: string;
  readonly greeting: string;
  readonly action: string;
  readonly ending: string;
}

/** Renders an email with a button for its link, and the same as plain text. */
export const renderEmail = (to: string, link: string, { subject, greeting, action, ending }: Wording): Email => ({
  to,
  subject,
  text: `${greeting}\n\n${action}:\n${link}\n\n${ending}\n`,
  html: toHtml(
    <Layout title={subject} preview={greeting}>
      <h1 {...look('title')}>{subject}</h1>
      <p {...look('text')}>{greeting}</p>
      <ButtonLink href={link}>{action}</ButtonLink>
      <p {...look('muted')}>{ending}</p>
      <p {...look('small')}>{link}</p>
    </Layout>,
  ),
});

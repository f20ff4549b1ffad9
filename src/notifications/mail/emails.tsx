import { t } from '../../lib/language/translate.js';
import { oneLine } from '../../lib/text.js';
import { unicodeHost } from '../../lib/unicode-host.js';
import { ButtonLink, Layout, toHtml } from './layout.js';
import { look } from './look.js';
import type { Email } from './mailer.js';

interface Occasion {
  readonly to: string;
  readonly link: string;
}

export const passwordResetEmail = ({ to, link }: Occasion): Email =>
  renderEmail(to, link, {
    subject: t('Reset your Footfall password'),
    greeting: t('Someone, probably you, asked to reset the password of your Footfall account.'),
    action: t('Reset password'),
    ending: t(
      "The link works once and expires after an hour. If you didn't ask for it, ignore this email: your password stays the same.",
    ),
  });

export const verificationEmail = ({ to, link }: Occasion): Email =>
  renderEmail(to, link, {
    subject: t('Verify your email address for Footfall'),
    greeting: t('Please confirm that this email address belongs to your Footfall account.'),
    action: t('Verify email'),
    ending: t("The link works once and expires after a day. If you don't have a Footfall account, ignore this email."),
  });

export const disabledWebhookEmail = ({ to, link, name }: Occasion & { name: string }): Email =>
  renderEmail(to, link, {
    subject: t('A webhook was disabled'),
    greeting: t('The webhook “{name}” has failed for a day and is now disabled.', { name: oneLine(name, 100) }),
    action: t('View webhook'),
    ending: t('The delivery log shows what went wrong. Enable the webhook again when its receiver works.'),
  });

/** Asks whether the recipient wants the emails about a website. */
export const invitationEmail = ({ to, link, owner, domain }: Occasion & { owner: string; domain: string }): Email =>
  renderEmail(to, link, {
    subject: t('Do you want emails about {domain}?', { domain: unicodeHost(domain) }),
    greeting: t('{owner} would like to send you weekly summaries and traffic alerts for {domain} from Footfall.', {
      owner,
      domain: unicodeHost(domain),
    }),
    action: t('Confirm'),
    ending: t(
      "Nothing is sent unless you confirm. The link works for a week. If you don't know the sender, ignore this email.",
    ),
  });

/** The texts of an email around its one link, translated. */
interface Wording {
  readonly subject: string;
  readonly greeting: string;
  readonly action: string;
  readonly ending: string;
}

/** With a button for its link, and the same as plain text. */
export const renderEmail = (to: string, link: string, { subject, greeting, action, ending }: Wording): Email => ({
  to,
  subject,
  link,
  text: `${greeting}\n\n${t('{action}:', { action })}\n${link}\n\n${ending}\n`,
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

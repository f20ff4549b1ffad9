import type { Email } from './mailer.js';

interface Occasion {
  /** The recipient's address. */
  readonly to: string;
  readonly link: string;
}

/** Returns an email with a link to replace a forgotten password. */
export const passwordResetEmail = ({ to, link }: Occasion): Email =>
  renderEmail(to, link, {
    subject: 'Reset your Footfall password',
    greeting: 'Someone, probably you, asked to reset the password of your Footfall account.',
    action: 'Reset password',
    ending:
      "The link works once and expires after an hour. If you didn't ask for it, ignore this email: your password stays the same.",
  });

/** Returns an email with a link that verifies its recipient's address. */
export const verificationEmail = ({ to, link }: Occasion): Email =>
  renderEmail(to, link, {
    subject: 'Verify your email address for Footfall',
    greeting: 'Please confirm that this email address belongs to your Footfall account.',
    action: 'Verify email',
    ending: "The link works once and expires after a day. If you don't have a Footfall account, ignore this email.",
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
  link,
  text: `${greeting}\n\n${action}:\n${link}\n\n${ending}\n`,
  html: `<!doctype html>
<html lang="en">
<body style="margin:0;padding:32px 16px;font:16px/1.5 system-ui,sans-serif;color:#14181f">
<div style="max-width:520px;margin:0 auto">
<p style="font-weight:600">Footfall</p>
<p>${escaped(greeting)}</p>
<p><a href="${escaped(link)}" style="display:inline-block;padding:10px 18px;border-radius:7px;background:#4f46e5;color:#ffffff;text-decoration:none">${escaped(action)}</a></p>
<p style="color:#596170">${escaped(ending)}</p>
<p style="color:#596170;font-size:13px;word-break:break-all">${escaped(link)}</p>
</div>
</body>
</html>
`,
});

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
